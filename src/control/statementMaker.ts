import type { Clock } from '../base/clock.ts';
import { Fault } from '../base/fault.ts';
import { oneAtATime } from '../base/oneAtATime.ts';
import { codeFile } from '../base/packageFiles.ts';
import { processAnswer, type WorkerProcess } from '../loading/processAnswer.ts';
import { startWorkerProcess } from '../loading/workerProcess.ts';
import type { StatementView } from './contract/statementView.ts';
import type { StatementReply } from './statementMessages.ts';
import type { StatementWork } from './statementWorker.ts';

const MEMORY = { oldMb: 256 };
/** Who asks on the control socket waits a minute. */
const MADE_WITHIN_MS = 50_000;
const MOST_WAITING = 4;

/** Makes statements in a process beside the trading, one at a time. */
export class StatementMaker {
  readonly #clock: Clock;
  readonly #start: (work: StatementWork) => WorkerProcess;
  readonly #inTurn = oneAtATime();
  #waiting = 0;

  constructor(clock: Clock, start: (work: StatementWork) => WorkerProcess = processOf) {
    this.#clock = clock;
    this.#start = start;
  }

  /** Rejects with `rate-limited` where too many wait, and with `timeout` after 50 s. `gone` says that nobody waits for the answer any more. */
  async make(work: StatementWork, gone: AbortSignal): Promise<StatementView> {
    if (this.#waiting >= MOST_WAITING)
      throw new Fault('rate-limited', `${this.#waiting} statements are being made already`, { suggestion: `wait, or ${commandOf(work)}` });
    this.#waiting++;
    try {
      return await this.#inTurn(() => this.#makeNow(work, gone));
    } finally {
      this.#waiting--;
    }
  }

  async #makeNow(work: StatementWork, gone: AbortSignal): Promise<StatementView> {
    gone.throwIfAborted();
    const tooLate = (): Fault =>
      new Fault('timeout', 'the books could not be gone through within 50 s', {
        suggestion: `${commandOf(work)} takes the time that it needs`,
      });
    const terms = { clock: this.#clock, withinMs: MADE_WITHIN_MS, tooLate, gone };
    const reply = (await processAnswer(this.#start(work), terms)) as StatementReply;
    if (reply.type === 'made') return reply.view;
    throw new Fault(reply.code, reply.message, { suggestion: reply.suggestion });
  }
}

function commandOf({ month }: Pick<StatementWork, 'month'>): string {
  return `\`sluice treasury statement --month ${month ?? 'MONTH'}\``;
}

function processOf(work: StatementWork): WorkerProcess {
  return startWorkerProcess(codeFile('src/control/statementWorker.ts'), work, MEMORY);
}
