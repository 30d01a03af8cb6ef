import { Script } from 'node:vm';

/** Far longer than anything takes here, on any machine. */
const LIMIT_MS = 120_000;

const script = new Script('globalThis.sluiceWithinTime()');
const place = globalThis as unknown as { sluiceWithinTime?: () => void };

/** Runs something that may never end. False when it was ended by force. */
export function withinTime(act: () => void, limitMs = LIMIT_MS): boolean {
  place.sluiceWithinTime = act;
  try {
    script.runInThisContext({ timeout: limitMs });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false;
    throw error;
  } finally {
    delete place.sluiceWithinTime;
  }
}
