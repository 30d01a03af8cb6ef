import type { Clock } from '../base/clock.ts';
import type { StateStore } from '../model/journal.ts';
import type { DelayRecord, ListDelays, Measurement } from './listDelays.ts';

const SCOPE = 'list-delays';
const KEY = 'measured';
/** That one more order was measured is written down this often at most. What is worse than before is written at once. */
const KEEP_EVERY_MS = 60_000;
/** What is beyond that is no measurement of ours. */
const MOST_KEPT = 10_000;

export interface KeptDelaysOptions {
  readonly state: StateStore;
  readonly clock: Clock;
}

/**
 * Keeps with the account's state what was measured of the lists, so that a new life need not begin with what counts where nothing is known.
 * On the disk times are our clock's; in the memory they are monotonic.
 */
export class KeptDelays {
  readonly #options: KeptDelaysOptions;
  readonly #delays: ListDelays;
  #kept: DelayRecord;
  #keptMs = -Infinity;
  #restored: Promise<void> | undefined;

  constructor(options: KeptDelaysOptions, delays: ListDelays) {
    this.#options = options;
    this.#delays = delays;
    this.#kept = delays.record;
  }

  /** Reads what earlier lives have measured, once. Rejects when the store does. */
  restore(): Promise<void> {
    return (this.#restored ??= this.#restore());
  }

  /** After a round. Rejects when the store does. */
  async keep(): Promise<void> {
    const { state, clock } = this.#options;
    const { record } = this.#delays;
    const nowMs = clock.monotonicMs();
    const { orders, late, stale } = this.#kept;
    if (record.orders === orders && record.late === late && record.stale === stale) return;
    const isWorse = longestOf(record.late) > longestOf(late) || longestOf(record.stale) > longestOf(stale);
    if (!isWorse && nowMs - this.#keptMs < KEEP_EVERY_MS) return;
    await state.save(SCOPE, KEY, JSON.stringify(shifted(record, clock.now() - nowMs)));
    this.#kept = record;
    this.#keptMs = nowMs;
  }

  async #restore(): Promise<void> {
    const { state, clock } = this.#options;
    const nowMs = clock.monotonicMs();
    const written = recordOf((await state.load(SCOPE))[KEY]);
    if (written !== undefined) this.#delays.restore(bounded(shifted(written, nowMs - clock.now()), nowMs));
    this.#kept = this.#delays.record;
  }
}

function longestOf(measurements: readonly Measurement[]): number {
  return measurements.reduce((most, { ms }) => Math.max(most, ms), 0);
}

function shifted({ orders, shown, late, stale }: DelayRecord, byMs: number): DelayRecord {
  const shift = ({ atMs, ms }: Measurement): Measurement => ({ atMs: atMs + byMs, ms });
  return { orders, shown: shown.map((atMs) => atMs + byMs), late: late.map(shift), stale: stale.map(shift) };
}

/** Our clock may have been set back since: what seems to be yet to come counts as new where it is bad, and not at all where it is good. */
function bounded({ orders, shown, late, stale }: DelayRecord, nowMs: number): DelayRecord {
  const bound = ({ atMs, ms }: Measurement): Measurement => ({ atMs: Math.min(atMs, nowMs), ms });
  return { orders, shown: shown.filter((atMs) => atMs <= nowMs), late: late.map(bound), stale: stale.map(bound) };
}

/** Undefined where nothing was written, or nothing that can be read: then nothing is known. */
function recordOf(text: string | undefined): DelayRecord | undefined {
  if (text === undefined) return undefined;
  try {
    const { orders, shown, late, stale } = JSON.parse(text) as DelayRecord;
    const isWhole =
      isNumber(orders) && shown.every(isNumber) && [...late, ...stale].every(({ atMs, ms }) => isNumber(atMs) && isNumber(ms));
    return isWhole && late.length + stale.length <= MOST_KEPT ? { orders, shown, late, stale } : undefined;
  } catch {
    return undefined;
  }
}

function isNumber(value: unknown): boolean {
  return Number.isFinite(value);
}
