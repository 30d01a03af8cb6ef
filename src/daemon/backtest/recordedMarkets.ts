import { createHash, type Hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { Fault } from '../../base/fault.ts';
import { DAY_MS, listDayFiles, MARKET_FILE, symbolFolder } from '../../recording/dayFiles.ts';
import { listRecordings, type RecordingSummary } from '../../recording/listRecordings.ts';
import { openMarket } from '../../recording/openMarket.ts';
import { openStream } from '../../recording/openStream.ts';
import type { BacktestMarket, TimeRange } from '../../research/backtest/backtestOptions.ts';

const PIECE_BYTES = 1 << 20;

/**
 * The recordings of some symbols, ready to be walked. Throws a `Fault` `not-found` when there is no such folder, or nothing of a
 * symbol in it.
 */
export function recordedMarkets(dir: string, symbols: readonly string[], range: TimeRange): BacktestMarket[] {
  const recordings = new Map(recordingsIn(dir).map((recording) => [recording.symbol, recording]));
  const missing = symbols.filter((symbol) => !recordings.has(symbol));
  if (missing.length > 0) {
    throw new Fault(
      'not-found',
      `there is no recording of ${missing.join(', ')} in ${dir}; there is one of ${[...recordings.keys()].join(', ')}`,
      {
        suggestion: `record it with \`sluice record --symbols ${missing.join(',')}\`, or name another folder with --data`,
      },
    );
  }
  return symbols.map((symbol) => {
    const open = (): ReturnType<typeof openMarket> => openMarket(dir, symbol, range);
    // What is wrong with the recording is told before anything is made of it.
    open().close();
    const { from, to } = recordings.get(symbol)!;
    return { symbol, hash: recordingHash(dir, symbol, range), span: { from, to }, open };
  });
}

/** What is recorded below a folder, by symbol. Throws as above. */
export function recordingsIn(dir: string): readonly RecordingSummary[] {
  if (!existsSync(dir)) throw new Fault('not-found', `there is no folder ${dir}`, { suggestion: RECORD });
  const recordings = listRecordings(dir).filter(({ snapshots }) => snapshots > 0);
  if (recordings.length === 0) throw new Fault('not-found', `nothing is recorded in ${dir}`, { suggestion: RECORD });
  return recordings;
}

const RECORD = 'record something with `sluice record`, or name another folder with --data';

/** sha-256 over the days of the range, as they were before they were compressed: closing a day changes nothing. */
function recordingHash(dir: string, symbol: string, { from = -Infinity, to = Infinity }: TimeRange): string {
  const hash = createHash('sha256');
  const piece = new Uint8Array(PIECE_BYTES);
  for (const file of listDayFiles(symbolFolder(dir, symbol), MARKET_FILE)) {
    if (file.day + DAY_MS > from && file.day < to) hashFile(hash, file, piece);
  }
  return hash.digest('hex');
}

function hashFile(hash: Hash, file: Parameters<typeof openStream>[0], piece: Uint8Array): void {
  const stream = openStream(file);
  try {
    for (let count = stream.read(piece, 0); count > 0; count = stream.read(piece, 0)) hash.update(piece.subarray(0, count));
  } finally {
    stream.close();
  }
}
