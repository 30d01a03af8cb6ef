import type { Clock } from '../base/clock.ts';
import { Fault } from '../base/fault.ts';

/** A process that answers once. */
export interface WorkerProcess {
  /** Rejects when the process ends without an answer. */
  readonly answer: Promise<unknown>;
  /** Ends the process at once, whatever it does. */
  end(): void;
}

export interface AnswerTerms {
  readonly clock: Clock;
  readonly withinMs: number;
  /** What is told when the time is up. */
  readonly tooLate: () => Fault;
  /** Nobody waits for the answer any more. */
  readonly gone: AbortSignal;
}

/** The answer of a process. The process is ended then, and also when it takes too long, fails, or nobody waits any more. */
export async function processAnswer(worker: WorkerProcess, { clock, withinMs, tooLate, gone }: AnswerTerms): Promise<unknown> {
  const over = new AbortController();
  const late = new Promise<never>((_, reject) => {
    const cancel = clock.setTimer(withinMs, () => reject(tooLate()));
    over.signal.addEventListener('abort', cancel, { once: true });
  });
  const leaving = new Promise<never>((_, reject) => {
    gone.addEventListener('abort', () => reject(nobodyWaits()), { once: true, signal: over.signal });
  });
  try {
    return await Promise.race([worker.answer, late, leaving]);
  } finally {
    over.abort();
    worker.end();
  }
}

export function nobodyWaits(): Fault {
  return new Fault('canceled', 'nobody waits for the answer any more');
}
