import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { MINUTE_MS } from '../src/base/instant.ts';
import type { BookChanges } from './backtestBooks.ts';

const require = createRequire(import.meta.url);
const handy = require('tardis-dev/dist/handy.js') as { sha256(value: unknown): string; formatDateToPath(date: Date): string };

export const TARDIS_SYMBOL = 'BTC-EUR';
/** In the order of their names, since the cache's folder is named by their hash. */
const FILTERS = [
  { channel: 'l2update', symbols: [TARDIS_SYMBOL] },
  { channel: 'snapshot', symbols: [TARDIS_SYMBOL] },
];

/** Fills tardis-dev's own cache with the market as Coinbase would have sent it, so that `replayNormalized` fetches nothing. */
export function fillTardisCache(cacheDir: string, changes: readonly BookChanges[]): { readonly from: string; readonly to: string } {
  const first = Math.floor(changes[0]!.receivedAt / MINUTE_MS);
  const last = Math.floor(changes.at(-1)!.receivedAt / MINUTE_MS);
  const minutes = new Map<number, string[]>();
  for (const [i, change] of changes.entries()) {
    const minute = Math.floor(change.receivedAt / MINUTE_MS);
    const lines = minutes.get(minute) ?? [];
    lines.push(`${new Date(change.receivedAt).toISOString().replace('Z', '0000Z')} ${message(change, i === 0)}`);
    minutes.set(minute, lines);
  }
  for (let minute = first; minute <= last; minute++) {
    const date = new Date(minute * MINUTE_MS);
    const path = join(cacheDir, 'feeds', 'coinbase', handy.sha256(FILTERS), `${handy.formatDateToPath(date)}.json.gz`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, gzipSync(`${(minutes.get(minute) ?? []).join('\n')}\n`));
  }
  return { from: new Date(first * MINUTE_MS).toISOString(), to: new Date((last + 1) * MINUTE_MS).toISOString() };
}

function message({ receivedAt, bids, asks }: BookChanges, isFirst: boolean): string {
  const time = new Date(receivedAt).toISOString().replace('Z', '000Z');
  const texts = (levels: BookChanges['bids']): string[][] => levels.map(([price, amount]) => [String(price), amount.toFixed(5)]);
  if (isFirst) return JSON.stringify({ type: 'snapshot', product_id: TARDIS_SYMBOL, bids: texts(bids), asks: texts(asks), time });
  const changes = [...texts(bids).map((level) => ['buy', ...level]), ...texts(asks).map((level) => ['sell', ...level])];
  return JSON.stringify({ type: 'l2update', product_id: TARDIS_SYMBOL, changes, time });
}
