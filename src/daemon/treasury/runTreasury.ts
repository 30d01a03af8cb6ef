import { type Clock, sleep } from '../../base/clock.ts';
import { isFault, messageOf } from '../../base/fault.ts';
import { wasOvertaken } from '../../store/overtaken.ts';

export interface RunTreasuryOptions {
  readonly round: () => Promise<void>;
  readonly clock: Clock;
  readonly everyMs: number;
  readonly until: AbortSignal;
  /** Tells a person. */
  readonly tell: (message: string) => void;
}

/** Goes round until it is told to end. A round that fails is told once, and tried again; only a failing store ends it, and another process that owns it now. */
export async function runTreasury({ round, clock, everyMs, until, tell }: RunTreasuryOptions): Promise<void> {
  let told = '';
  while (!until.aborted) {
    try {
      await round();
      told = '';
    } catch (error) {
      if (!isFault(error) || error.code === 'store' || error.code === 'internal' || wasOvertaken(error)) throw error;
      if (told !== error.message) tell(`a round failed and is tried again: ${messageOf(error)}`);
      told = error.message;
    }
    await sleep(clock, everyMs, until).catch(() => undefined);
  }
}
