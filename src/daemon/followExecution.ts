import { type Clock, sleep } from '../base/clock.ts';
import type { Execution } from './history/executionHistory.ts';

interface Following {
  readonly look: () => Execution | Promise<Execution>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly tell: (message: string) => void;
}

const LOOK_EVERY_MS = 1000;

/** Tells how far a worked order is, each time when that has changed, until it is over or the signal comes. Answers what was seen last. */
export async function followExecution({ look, clock, signal, tell }: Following): Promise<Execution> {
  let told = '';
  for (;;) {
    const seen = await look();
    if (seen.state === 'over' || signal.aborted) return seen;
    if (seen.message !== told) tell(seen.message);
    told = seen.message;
    await sleep(clock, LOOK_EVERY_MS, signal).catch(() => undefined);
  }
}
