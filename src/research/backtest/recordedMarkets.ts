import { existsSync } from 'node:fs';
import { Fault } from '../../base/fault.ts';
import { dataHash } from '../../recording/dataHash.ts';
import { listRecordings, type RecordingSummary } from '../../recording/listRecordings.ts';
import { openMarket } from '../../recording/openMarket.ts';
import type { BacktestMarket, TimeRange } from './backtestOptions.ts';

const RECORD = 'record something with `sluice record`, or name another folder with --data';

/**
 * The recordings of some symbols, ready to be walked. Throws a `Fault` `not-found` when there is no such folder, or nothing of a
 * symbol in it.
 */
export function recordedMarkets(dir: string, symbols: readonly string[], range: TimeRange): BacktestMarket[] {
  const recordings = new Map(recordingsIn(dir).map((recording) => [recording.symbol, recording]));
  const missing = symbols.filter((symbol) => !recordings.has(symbol));
  if (missing.length > 0) {
    const known = [...recordings.keys()].join(', ');
    throw new Fault('not-found', `there is no recording of ${missing.join(', ')} in ${dir}; there is one of ${known}`, {
      suggestion: `record it with \`sluice record --symbols ${missing.join(',')}\`, or name another folder with --data`,
    });
  }
  return symbols.map((symbol) => {
    const { from, to, snapshots: books } = recordings.get(symbol)!;
    // What is recorded from here on is left out: each walk must see what the hash was made of.
    const isReached = to !== undefined && to >= (range.from ?? -Infinity);
    const until = isReached ? Math.min(to + 1, range.to ?? Infinity) : range.to;
    const known = { ...range, to: until };
    const open = (): ReturnType<typeof openMarket> => openMarket(dir, symbol, known);
    return { symbol, hash: dataHash(dir, symbol, known), span: { from, to }, books, open };
  });
}

/** What is recorded below a folder, by symbol. Throws as above. */
export function recordingsIn(dir: string): readonly RecordingSummary[] {
  if (!existsSync(dir)) throw new Fault('not-found', `there is no folder ${dir}`, { suggestion: RECORD });
  const recordings = listRecordings(dir).filter(({ snapshots }) => snapshots > 0);
  if (recordings.length === 0) throw new Fault('not-found', `nothing is recorded in ${dir}`, { suggestion: RECORD });
  return recordings;
}
