import { type Clock, sleep } from '../base/clock.ts';
import { type CallFault, ConnectionDropped } from './callFault.ts';

/** The answer to a call. */
export interface Outcome {
  readonly status: number;
  /** A promise as long as a token in it is being signed. */
  readonly body: string | Promise<string>;
}

/** What a call that is faulted can still do. */
export interface FaultedAnswers {
  /** Carries out the request; called at most once. */
  readonly apply: () => Outcome;
  /** The body that belongs to a status when the fault names none. */
  readonly plainBody: (status: number) => string;
}

/** Answers a call as its fault says. Rejects with `ConnectionDropped`. */
export async function underFault(fault: CallFault, clock: Clock, { apply, plainBody }: FaultedAnswers): Promise<Outcome> {
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
      return { status: fault.status, body: fault.body ?? plainBody(fault.status) };
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
