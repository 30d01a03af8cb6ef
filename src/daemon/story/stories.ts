import type { Clock } from '../../base/clock.ts';
import { Fault } from '../../base/fault.ts';
import { durationText } from '../../base/instant.ts';
import { oneAtATime } from '../../base/oneAtATime.ts';
import { codeFile } from '../../base/packageFiles.ts';
import { nobodyWaits, processAnswer, type WorkerProcess } from '../../loading/processAnswer.ts';
import { startWorkerProcess } from '../../loading/workerProcess.ts';
import type { StoryReply, ToldStory } from './storyMessages.ts';
import type { StoryWorkerData } from './storyWorker.ts';

export interface StoriesOptions {
  readonly clock: Clock;
  /** Where stories are looked for, and what may run, as it is now. */
  readonly sources: () => Pick<StoryWorkerData, 'place' | 'own'>;
  /** Default: a process. */
  readonly start?: ((asked: StoryWorkerData) => WorkerProcess) | undefined;
}

const MEMORY = { oldMb: 256 };
/** Who asks on the control socket waits a minute. */
const TELL_WITHIN_MS = 50_000;
/** Stories are told one after the other. More questions than this are refused. */
const MOST_WAITING = 8;
const MOST_ROWS = 2000;

/** Tells how an order came about, as `sluice why` does, in a process beside the trading, one story at a time. */
export class Stories {
  readonly #options: StoriesOptions;
  readonly #ending = new AbortController();
  readonly #inTurn = oneAtATime();
  #waiting = 0;

  constructor(options: StoriesOptions) {
    this.#options = options;
  }

  /**
   * Rejects with `not-found` where nothing of ours has this id, with `rate-limited` where too many questions wait, and with `timeout`
   * after 50 s. `gone` says that nobody waits for the answer any more.
   */
  async tell(id: string, quick: boolean, gone: AbortSignal): Promise<ToldStory> {
    if (this.#waiting >= MOST_WAITING) {
      throw new Fault('rate-limited', `${this.#waiting} stories are being told already`, { suggestion: `wait, or \`sluice why ${id}\`` });
    }
    this.#waiting++;
    const given = AbortSignal.any([gone, this.#ending.signal]);
    try {
      return await this.#inTurn(() => this.#tellNow(id, quick, given));
    } finally {
      this.#waiting--;
    }
  }

  /** What is being told is given up. */
  close(): void {
    this.#ending.abort();
  }

  async #tellNow(id: string, quick: boolean, gone: AbortSignal): Promise<ToldStory> {
    const { clock, sources, start = processOf } = this.#options;
    if (gone.aborted) throw nobodyWaits();
    const terms = { clock, withinMs: TELL_WITHIN_MS, tooLate: () => tooLong(id), gone };
    const reply = (await processAnswer(start({ id, quick, ...sources() }), terms)) as StoryReply;
    if (reply.type === 'failed') throw new Fault(reply.code, reply.message, { suggestion: reply.suggestion });
    return bounded(id, reply);
  }
}

function processOf(asked: StoryWorkerData): WorkerProcess {
  return startWorkerProcess(codeFile('src/daemon/story/storyWorker.ts'), asked, MEMORY);
}

function bounded(id: string, { rows, notes }: ToldStory): ToldStory {
  if (rows.length <= MOST_ROWS) return { rows, notes };
  return {
    rows: rows.slice(0, MOST_ROWS),
    notes: [...notes, `only the first ${MOST_ROWS} of ${rows.length} rows: \`sluice why ${id}\` shows all`],
  };
}

function tooLong(id: string): Fault {
  return new Fault('timeout', `the sessions of that time could not be read within ${durationText(TELL_WITHIN_MS)}`, {
    suggestion: `\`sluice why ${id}\` takes the time that it needs`,
  });
}
