import { isFault } from '../../base/fault.ts';
import { wasOvertaken } from '../../store/overtaken.ts';
import type { SendTrouble } from './carrier.ts';

/** What keeps a transfer from being sent. Undefined when it was sent, whatever came of it. Rejects where this process may send nothing more at all. */
export async function troubleOf(sent: Promise<void>): Promise<SendTrouble | undefined> {
  try {
    await sent;
    return undefined;
  } catch (error) {
    if (!isFault(error) || error.code === 'store' || error.code === 'internal' || wasOvertaken(error)) throw error;
    if (error.outcome === 'rejected' || error.outcome === 'unknown') return undefined;
    return { why: error.message, isFinal: error.code === 'invalid-request' || error.code === 'refused' || error.code === 'configuration' };
  }
}
