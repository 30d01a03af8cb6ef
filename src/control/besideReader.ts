import type { Clock } from '../base/clock.ts';
import { Fault } from '../base/fault.ts';
import { oneAtATime } from '../base/oneAtATime.ts';
import { codeFile } from '../base/packageFiles.ts';
import { processAnswer, type WorkerProcess } from '../loading/processAnswer.ts';
import { startWorkerProcess } from '../loading/workerProcess.ts';
import type { BesideReply } from './besideReply.ts';

export interface BesideTerms<Work> {
  readonly clock: Clock;
  /** The entry of the process. */
  readonly entry: string;
  /** What is made: `statements`. */
  readonly made: string;
  /** What is gone through for it: `the books`. */
  readonly through: string;
  /** The command that shows the same, and takes the time that it needs. */
  readonly commandOf: (work: Work) => string;
  readonly start?: ((work: Work) => WorkerProcess) | undefined;
}

const MEMORY = { oldMb: 256 };
/** Who asks on the control socket waits a minute. */
const MADE_WITHIN_MS = 50_000;
const MOST_WAITING = 4;

/** Reads what goes through a long history in a process beside the trading, one at a time. */
export class BesideReader<Work, View> {
  readonly #terms: BesideTerms<Work>;
  readonly #inTurn = oneAtATime();
  #waiting = 0;

  constructor(terms: BesideTerms<Work>) {
    this.#terms = terms;
  }

  /** Rejects with `rate-limited` where too many wait, and with `timeout` after 50 s. `gone` says that nobody waits for the answer any more. */
  async make(work: Work, gone: AbortSignal): Promise<View> {
    const { made, commandOf } = this.#terms;
    if (this.#waiting >= MOST_WAITING)
      throw new Fault('rate-limited', `${this.#waiting} ${made} are being made already`, { suggestion: `wait, or \`${commandOf(work)}\`` });
    this.#waiting++;
    try {
      return await this.#inTurn(() => this.#makeNow(work, gone));
    } finally {
      this.#waiting--;
    }
  }

  async #makeNow(work: Work, gone: AbortSignal): Promise<View> {
    gone.throwIfAborted();
    const { clock, entry, through, commandOf, start } = this.#terms;
    const tooLate = (): Fault =>
      new Fault('timeout', `${through} could not be gone through within 50 s`, {
        suggestion: `\`${commandOf(work)}\` takes the time that it needs`,
      });
    const worker = start === undefined ? startWorkerProcess(codeFile(entry), work, MEMORY) : start(work);
    const reply = (await processAnswer(worker, { clock, withinMs: MADE_WITHIN_MS, tooLate, gone })) as BesideReply<View>;
    if (reply.type === 'made') return reply.view;
    throw new Fault(reply.code, reply.message, { suggestion: reply.suggestion });
  }
}
