import { Fault } from '../../base/fault.ts';

/** Far more than the largest batch needs. */
export const MOST_BATCH_BYTES = 8 * 1024 * 1024;

/** The text of a batch file, without a byte order mark. Throws a `Fault` `invalid-request` for what is no UTF-8 text. */
export function batchText(bytes: Uint8Array): string {
  if (bytes.length > MOST_BATCH_BYTES) {
    throw unreadable(`it has ${bytes.length} bytes, at most ${MOST_BATCH_BYTES} are read`, 'split it into several batches');
  }
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) throw unreadable('it is UTF-16', SAVE_AS);
  if (first === 0x50 && second === 0x4b) throw unreadable('it is a workbook or an archive', SAVE_AS);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw unreadable('it is not UTF-8', SAVE_AS);
  }
}

const SAVE_AS = 'save it in the spreadsheet as "CSV UTF-8"';

function unreadable(why: string, suggestion: string): Fault {
  return new Fault('invalid-request', `the batch file can't be read: ${why}`, { outcome: 'not-sent', suggestion });
}
