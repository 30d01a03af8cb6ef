import { join } from 'node:path';
import type { Instant } from '../base/instant.ts';
import { listDayFiles, MARKET_FILE, QUOTES_FILE, QUOTES_FOLDER } from './dayFiles.ts';
import { recordedSymbols } from './listRecordings.ts';
import type { Verification, VerifiedFile } from './verification.ts';
import { verifyMarketFile } from './verifyMarketFile.ts';
import { verifyQuotesFile } from './verifyQuotesFile.ts';

/**
 * Reads and checks everything recorded below a folder, or one symbol of it: checksums, numbering, times, counts, order and range
 * of levels, the connection of each file to the one before, and the index of closed days.
 *
 * An incomplete last chunk counts as damage, even while a recorder is still writing it.
 */
export function verifyRecordings(dir: string, symbol?: string): Verification {
  const files: VerifiedFile[] = [];
  for (const recorded of recordedSymbols(dir)) {
    if (symbol !== undefined && recorded.symbol !== symbol) continue;
    let previousAt: Instant | undefined;
    for (const file of listDayFiles(recorded.folder, MARKET_FILE)) {
      const verified = verifyMarketFile(file, recorded.symbol, previousAt);
      previousAt = verified.to ?? previousAt;
      files.push(verified);
    }
  }
  if (symbol === undefined) files.push(...listDayFiles(join(dir, QUOTES_FOLDER), QUOTES_FILE).map(verifyQuotesFile));
  return { isIntact: files.every(({ damage }) => damage.length === 0), files };
}
