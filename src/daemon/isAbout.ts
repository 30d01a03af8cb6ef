import { ALL_SYMBOLS } from '../gateway/statisticsFeed.ts';
import type { EventBody } from '../model/event.ts';

/** The engine is spared what only the watch follows. Statistics come for all symbols together. */
export function isAbout(body: EventBody, symbols: ReadonlySet<string>): boolean {
  if (body.type === 'book') return symbols.has(body.book.symbol);
  return body.type !== 'market-warning' || body.symbol === ALL_SYMBOLS || symbols.has(body.symbol);
}
