import { type Clock, sleep } from '../base/clock.ts';
import { Fault } from '../base/fault.ts';
import { isoOf } from '../base/instant.ts';
import { type Adjustment, adjustmentEntry } from '../ledger/adjustment.ts';
import type { ReconciledRow } from './reconciliation.ts';
import type { Reconciler } from './reconciler.ts';
import type { Trader } from './trader.ts';

export interface ReconcilingOptions {
  readonly clock: Clock;
  /** Throws or rejects with a `Fault` that says why there is none yet, or none at all. */
  readonly reconciler: () => Reconciler | Promise<Reconciler>;
}

/** A reading of a long history takes longer than a request may: it is asked again until it is done. */
const ANSWER_WITHIN_MS = 20_000;
/** Who waits asks again at once. What nobody has asked for in this time tells of a moment that is past. */
const COLLECTED_WITHIN_MS = 10_000;

/** One that is under way, or is over and was not answered to anybody yet. */
interface Run {
  readonly rows: Promise<readonly ReconciledRow[]>;
  /** When it was over, by the monotonic clock. */
  endedMs: number | undefined;
}

/** Reconciles for a person, one at a time. */
export class Reconciling {
  readonly #options: ReconcilingOptions;
  #run: Run | undefined;
  #adjustments = 0;

  constructor(options: ReconcilingOptions) {
    this.#options = options;
  }

  /** Begins, or joins the one that is under way. Undefined when it is not done yet: ask again. */
  async rows(): Promise<readonly ReconciledRow[] | undefined> {
    const run = this.#joined() ?? this.#begun();
    const patience = new AbortController();
    const notYet = sleep(this.#options.clock, ANSWER_WITHIN_MS, patience.signal).catch(() => undefined);
    let isOver = true;
    try {
      const rows = await Promise.race([run.rows, notYet.then(() => undefined)]);
      isOver = rows !== undefined;
      return rows;
    } finally {
      patience.abort();
      if (isOver && this.#run === run) this.#run = undefined;
    }
  }

  /** Each call books once more, whatever was booked before. */
  async adjust(adjustment: Adjustment): Promise<void> {
    const at = this.#options.clock.now();
    await (await this.#options.reconciler()).adjust(adjustmentEntry(adjustment, at, `${isoOf(at)} ${++this.#adjustments}`));
  }

  #joined(): Run | undefined {
    const endedMs = this.#run?.endedMs;
    const isPast = endedMs !== undefined && this.#options.clock.monotonicMs() - endedMs > COLLECTED_WITHIN_MS;
    return isPast ? undefined : this.#run;
  }

  #begun(): Run {
    const run: Run = { rows: this.#reconcile(), endedMs: undefined };
    const end = (): void => {
      run.endedMs = this.#options.clock.monotonicMs();
    };
    run.rows.then(end, end);
    return (this.#run = run);
  }

  async #reconcile(): Promise<readonly ReconciledRow[]> {
    return (await this.#options.reconciler()).reconcile();
  }
}

/** That of a trader. */
export function tradersReconciler({ reconciler, isStarted }: Pick<Trader, 'reconciler' | 'isStarted'>): Reconciler {
  if (reconciler === undefined) throw new Fault('usage', 'a paper account has no venue that it could be compared with');
  if (isStarted) return reconciler;
  throw new Fault('venue-failure', 'the daemon is still starting: the own orders have not been read yet', {
    retryable: true,
    suggestion: 'see `sluice status`; repeat when it is running',
  });
}
