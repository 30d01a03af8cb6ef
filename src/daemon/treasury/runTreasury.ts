import { type Clock, sleep } from '../../base/clock.ts';
import { isFault, messageOf } from '../../base/fault.ts';
import { LastingTrouble } from '../../base/lastingTrouble.ts';
import type { TellTrouble } from '../../base/tellTrouble.ts';
import { wasOvertaken } from '../../store/overtaken.ts';

export interface RunTreasuryOptions {
  readonly round: () => Promise<void>;
  readonly clock: Clock;
  readonly everyMs: number;
  readonly until: AbortSignal;
  /** Tells a person. */
  readonly tell: TellTrouble;
}

/** Goes round until it is told to end. A round that fails is told once, and tried again, and so is that one works again; only a failing store ends it, and another process that owns it now. */
export async function runTreasury({ round, clock, everyMs, until, tell }: RunTreasuryOptions): Promise<void> {
  const trouble = new LastingTrouble('the rounds of the treasury', tell);
  while (!until.aborted) {
    try {
      await round();
      trouble.over('a round works again');
    } catch (error) {
      if (!isFault(error) || error.code === 'store' || error.code === 'internal' || wasOvertaken(error)) throw error;
      trouble.lasts(`a round failed and is tried again: ${messageOf(error)}`);
    }
    await sleep(clock, everyMs, until).catch(() => undefined);
  }
}
