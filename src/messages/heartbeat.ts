import type { CancelTimer, Clock } from '../base/clock.ts';
import { messageOf } from '../base/fault.ts';
import { ANY, LastingTrouble } from '../base/lastingTrouble.ts';
import type { TellTrouble } from '../base/tellTrouble.ts';

export interface HeartbeatOptions {
  readonly clock: Clock;
  readonly everyMs: number;
  /** Whether the daemon does all that it is there for. */
  readonly isReady: () => boolean;
  /** Reads the address once. Rejects where that failed. */
  readonly beat: () => Promise<unknown>;
  /** Is told once of each outage. */
  readonly onTrouble: TellTrouble;
}

/** A sign that could not be given is tried again so soon. */
const AGAIN_MS = 5000;
const HEARTBEAT = 'the heartbeat';

/**
 * Gives a sign of life while the daemon is ready. One that is not ready, hangs or is dead gives none: whoever waits for the sign then raises
 * the alarm. Returns what ends it.
 */
export function startHeartbeat({ clock, everyMs, isReady, beat, onTrouble }: HeartbeatOptions): () => void {
  let cancelTimer: CancelTimer | undefined;
  const trouble = new LastingTrouble(HEARTBEAT, onTrouble);
  let isOver = false;
  const plan = (delayMs: number): void => {
    if (!isOver) cancelTimer = clock.setTimer(delayMs, () => void turn());
  };
  const turn = async (): Promise<void> => {
    if (!isReady()) return plan(AGAIN_MS);
    try {
      await beat();
      trouble.over('the heartbeat is given again');
      plan(everyMs);
    } catch (error) {
      trouble.lasts(`the heartbeat can't be given: ${messageOf(error)}`, ANY);
      plan(AGAIN_MS);
    }
  };
  plan(AGAIN_MS);
  return () => {
    isOver = true;
    cancelTimer?.();
  };
}
