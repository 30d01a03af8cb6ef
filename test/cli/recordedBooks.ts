import { isFault } from '../../src/base/fault.ts';
import { openMarket } from '../../src/recording/openMarket.ts';
import { snapshotsOf } from '../recording/exports.ts';

/** How many books of a pair can be read from the disk now, even while they are being recorded. */
export function recordedBooks(data: string, symbol: string): number {
  try {
    return snapshotsOf(openMarket(data, symbol)).length;
  } catch (error) {
    // There is no file yet, or its header is still being written.
    if (isFault(error, 'not-found') || isFault(error, 'store')) return 0;
    throw error;
  }
}
