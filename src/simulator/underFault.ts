import { type Clock, sleep } from '../base/clock.ts';
import { type CallFault, ConnectionDropped } from './callFault.ts';

/** The answer to a call. */
export interface Outcome {
  readonly status: number;
  /** A promise as long as a token in it is being signed. */
  readonly body: string | Promise<string>;
}

/** Answers a call as its fault says. `apply` carries out the request, at most once. Rejects with `ConnectionDropped`. */
export async function underFault(fault: CallFault | undefined, clock: Clock, apply: () => Outcome): Promise<Outcome> {
  if (fault === undefined) return apply();
  switch (fault.kind) {
    case 'drop-before':
      await pause(clock, fault.ms);
      throw new ConnectionDropped();
    case 'drop-after':
      applyLater(clock, fault.applyAfterMs, apply);
      await pause(clock, fault.ms);
      throw new ConnectionDropped();
    case 'delay': {
      const first = fault.apply === 'last' ? undefined : apply();
      await sleep(clock, fault.ms);
      return first ?? apply();
    }
    case 'status':
      if (fault.apply) applyLater(clock, fault.applyAfterMs, apply);
      return { status: fault.status, body: fault.body ?? '' };
    case 'garble':
      return { status: apply().status, body: fault.body };
  }
}

async function pause(clock: Clock, ms: number | undefined): Promise<void> {
  if (ms !== undefined && ms > 0) await sleep(clock, ms);
}

function applyLater(clock: Clock, afterMs: number | undefined, apply: () => Outcome): void {
  if (afterMs === undefined || afterMs === 0) apply();
  else clock.setTimer(afterMs, apply);
}
