import type { HistoryRow, TransferReads } from './transferReads.ts';

/** One reading of the history is for all that are looked for in it. */
export function withOneHistory(reads: TransferReads, since: () => number): TransferReads {
  let history: Promise<readonly HistoryRow[]> | undefined;
  return { ...reads, history: () => (history ??= reads.history(since())) };
}
