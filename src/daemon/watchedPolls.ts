import type { BookPoll } from '../gateway/marketFeed.ts';
import type { TraderOptions } from './traderOptions.ts';

/** How the symbols of the watch are polled. */
export function watchedPolls({ watch, symbols, poll }: Pick<TraderOptions, 'watch' | 'symbols' | 'poll'>): ReadonlyMap<string, BookPoll> {
  if (watch === undefined) return new Map();
  const { booksMs, depth } = watch;
  const finer: BookPoll = { bookMs: Math.min(booksMs, poll.booksMs), depth: Math.max(depth, poll.depth) };
  return new Map(watch.symbols.map((symbol) => [symbol, symbols.includes(symbol) ? finer : { bookMs: booksMs, depth }]));
}
