import type { Clock } from '../../base/clock.ts';
import { Decimal, ZERO } from '../../base/decimal.ts';
import { Fault, isFault } from '../../base/fault.ts';
import { DAY_MS, type Instant, isoOf } from '../../base/instant.ts';
import { seededRandom } from '../../base/random.ts';
import type { News, TellNews } from '../../base/tellNews.ts';
import { ulid } from '../../base/ulid.ts';
import { automaticPerson } from '../../model/automaticPerson.ts';
import type { MoveKind, MoveRecord } from '../../model/move.ts';
import type { ScheduleOutcome, ScheduleRun } from '../../model/scheduleRun.ts';
import type { TreasuryStore } from '../../store/treasuryStore.ts';
import { conversionTerms } from '../moves/conversionTerms.ts';
import { lessWaiting } from '../moves/lessWaiting.ts';
import type { Moves, MoveOrder } from '../moves/moves.ts';
import { readMoveOrder, referenceOf } from '../moves/moveOrder.ts';
import type { ScheduleReport } from './scheduleReport.ts';
import { openMoveOf, storedReport } from './storedReport.ts';
import { countedIn, scheduleText, type TreasurySchedule } from './treasurySchedule.ts';
import { wantedAmount } from './wantedAmount.ts';

export interface SchedulerOptions {
  readonly schedules: readonly TreasurySchedule[];
  readonly store: TreasuryStore;
  readonly moves: Pick<Moves, 'ask' | 'dryRun'>;
  readonly clock: Pick<Clock, 'now'>;
  /** What may be withdrawn of each currency. */
  readonly available: () => Promise<ReadonlyMap<string, Decimal>>;
  /** What so much of a currency takes of another one, by a quote that is not executed. */
  readonly quote: (from: string, into: string, toAmount: Decimal) => Promise<{ readonly fromAmount: Decimal; readonly toAmount: Decimal }>;
  /** Tells a person. */
  readonly tell: TellNews;
}

/** So long after a due time it is still kept. Later, it was missed. */
export const KEPT_WITHIN_MS = 900_000;
const CENTS = 2;
const MOST_COUNTED = 1000;
/** What will not be otherwise when it is tried again a minute later. */
const FINAL: ReadonlySet<string> = new Set(['invalid-request', 'refused', 'confirmation-needed', 'usage', 'not-found', 'configuration']);

/** What an attempt has come to. */
type Result = Pick<ScheduleRun, 'outcome' | 'moveId' | 'evidence'> & {
  /** Whether the move itself has told it. */
  readonly isTold?: boolean;
};

/**
 * Floats and sweeps: at its due time each asks for one ordinary move, which the policy decides on and people approve. One due time makes one
 * move at most, over restarts and clocks that are set: its id is made of the schedule and the due time, and what became of it is on disk.
 */
export class Scheduler {
  readonly #options: SchedulerOptions;
  readonly #told = new Map<string, string>();

  constructor(options: SchedulerOptions) {
    this.#options = options;
  }

  /** Does what is due. What fails of one keeps no other back. Rejects when the store does. */
  async round(): Promise<void> {
    for (const schedule of this.#options.schedules) await this.#step(schedule);
  }

  /** Each schedule with what it would do now, when it is due next, and what it did last. It asks for nothing. */
  async reports(): Promise<readonly ScheduleReport[]> {
    const { schedules, store, clock, moves } = this.#options;
    const reports: ScheduleReport[] = [];
    for (const schedule of schedules) {
      const now = clock.now();
      const wanted = await this.#tried(async () => {
        const order = await this.#order(schedule, now);
        return 'why' in order ? order : moves.dryRun(order);
      });
      reports.push(await storedReport(schedule, store, now, wanted));
    }
    return reports;
  }

  async #step(schedule: TreasurySchedule): Promise<void> {
    const { store, clock } = this.#options;
    const { name, timer, zone, missed } = schedule;
    const now = clock.now();
    const since = await store.schedules.since(name, `${timer.text} ${zone}: ${scheduleText(schedule)}`, now);
    const due = timer.last(now);
    if (due === undefined || due < since || (await store.schedules.run(name, due)) !== undefined) return;
    const trouble = this.#told.get(name) ?? 'the treasury did not run then';
    await this.#noteMissed(schedule, since, due, trouble);
    const restoredAt = await store.restoredAt();
    if (restoredAt !== undefined && due <= restoredAt && (await this.#known(schedule, due)) === undefined) {
      const why = 'the treasury was restored from a backup since, and what it asked for then is not known';
      return this.#write(schedule, due, { outcome: 'missed', moveId: undefined, evidence: `${isoOf(due)} was missed: ${why}` });
    }
    if (now - due > KEPT_WITHIN_MS && missed === 'skip' && (await this.#known(schedule, due)) === undefined) {
      return this.#write(schedule, due, { outcome: 'missed', moveId: undefined, evidence: `${isoOf(due)} was missed: ${trouble}` });
    }
    const result = await this.#tried(() => this.#ask(schedule, due));
    if (!('why' in result)) return this.#write(schedule, due, result);
    if (FINAL.has(result.code)) return this.#write(schedule, due, { outcome: 'failed', moveId: undefined, evidence: result.why });
    const who = automaticPerson(name);
    const news: News = { level: 'warn', event: 'trouble', begins: [who] };
    if (this.#told.get(name) !== result.why) this.#options.tell(`${who} could not ask, and tries again: ${result.why}`, news);
    this.#told.set(name, result.why);
  }

  /** Due times before the last one at which nothing could be done. They are told together, and not made up for. */
  async #noteMissed(schedule: TreasurySchedule, since: Instant, due: Instant, why: string): Promise<void> {
    const { name, timer } = schedule;
    const missed = timer.last(due - 1);
    const before = (await this.#options.store.schedules.before(name, due))?.dueAt ?? since - 1;
    if (missed === undefined || missed <= before) return;
    let count = 0;
    let first: Instant | undefined;
    for (let at = timer.next(before); at !== undefined && at < due && count < MOST_COUNTED; at = timer.next(at)) {
      first ??= at;
      count++;
    }
    const many = count >= MOST_COUNTED ? `${MOST_COUNTED} due times or more` : count === 1 ? '1 due time' : `${count} due times`;
    const evidence = `${many} from ${isoOf(first ?? missed)} to ${isoOf(missed)} passed: ${why}`;
    await this.#write(schedule, missed, { outcome: 'missed', moveId: undefined, evidence });
  }

  async #ask(schedule: TreasurySchedule, due: Instant): Promise<Result> {
    const known = await this.#known(schedule, due);
    if (known !== undefined) return asked(known);
    const open = await openMoveOf(schedule, this.#options.store);
    if (open !== undefined)
      return { outcome: 'held', moveId: undefined, evidence: `${open.id} is still ${open.state}, and only one goes at a time` };
    const order = await this.#order(schedule, due);
    if ('why' in order) return { outcome: 'nothing', moveId: undefined, evidence: order.why };
    const move = await this.#options.moves.ask(order);
    if (move.initiator === order.initiator) return asked(move);
    throw new Fault('lane-frozen', `${move.initiator} has just asked for a move with the id ${move.id}`, { outcome: 'not-sent' });
  }

  /** The move of a due time, when a life that has ended since has asked for it. */
  async #known(schedule: TreasurySchedule, due: Instant): Promise<MoveRecord | undefined> {
    return (await this.#asked(schedule, due)).move;
  }

  /** Whoever may ask for a move can take any id, and any reference: then the next one is the schedule's. */
  async #asked(schedule: TreasurySchedule, due: Instant): Promise<{ readonly id: string; readonly move: MoveRecord | undefined }> {
    const { moves } = this.#options.store;
    for (let turn = 0; ; turn++) {
      const id = idOf(schedule, due, turn);
      const move = (await moves.get(id)) ?? (await moves.withReference(referenceOf(id, 1)));
      if (move === undefined || move.initiator === automaticPerson(schedule.name)) return { id, move };
    }
  }

  /** What it would ask for now, or why for nothing. */
  async #order(schedule: TreasurySchedule, due: Instant): Promise<MoveOrder | { readonly why: string }> {
    const { store, clock, available } = this.#options;
    const { name, terms } = schedule;
    const currency = countedIn(terms);
    const now = clock.now();
    const kind = kindOf(terms);
    // Where it is not known what has left, a sweep counts on less and a float on more: both then move too little, and the next due time makes up for it.
    const worst = terms.type === 'sweep' ? 'least' : 'most';
    const free = lessWaiting(await available(), kind, await store.moves.outflows(now, now, undefined), worst);
    const wanted = wantedAmount(schedule, free.get(currency) ?? ZERO, await this.#movedToday(schedule, now));
    if ('why' in wanted) return wanted;
    const shared = { id: (await this.#asked(schedule, due)).id, kind, initiator: automaticPerson(name), repeats: true };
    const book = await store.book.entries();
    if (terms.type === 'sweep') {
      const payment = { currency, amount: wanted.toFixed(), to: terms.to, feeMode: 'gross' };
      return readMoveOrder({ ...shared, payments: [payment] }, book, 'schedule');
    }
    const quoted = await this.#quoted(terms.from, currency, wanted);
    const { amount, conversion } = conversionTerms('to', quoted.toAmount, { slippage: terms.slippage, quoted });
    const payment = {
      currency: terms.from,
      amount: amount.toFixed(),
      target: currency,
      conversion: { exact: conversion.exact, toAmount: conversion.toAmount.toFixed(), ...(terms.by === 'best' && { by: terms.by }) },
    };
    return readMoveOrder({ ...shared, payments: [payment] }, book, 'schedule');
  }

  /** A balance may have digits that the venue converts none of, such as those of a fee: then all but cents are left out. */
  async #quoted(from: string, into: string, wanted: Decimal) {
    const coarse = wanted.toDecimalPlaces(CENTS, Decimal.ROUND_DOWN);
    try {
      return await this.#options.quote(from, into, wanted);
    } catch (error) {
      if (!isFault(error) || !FINAL.has(error.code) || coarse.eq(wanted) || !coarse.gt(0)) throw error;
      return this.#options.quote(from, into, coarse);
    }
  }

  /**
   * Counted as the windows of a policy are: by when it was sent, and now where it may still be. What is dated later than now counts, so that
   * a clock that goes back forgets nothing.
   */
  async #movedToday({ name }: TreasurySchedule, now: Instant): Promise<Decimal> {
    const since = now - DAY_MS;
    const outflows = await this.#options.store.moves.outflows(since, now, undefined);
    const mine = outflows.filter(({ initiator, sentAt = now }) => initiator === automaticPerson(name) && sentAt >= since);
    return mine.reduce((sum, { row: { amount, conversion } }) => sum.plus(conversion?.toAmount ?? amount), ZERO);
  }

  async #write({ name }: TreasurySchedule, dueAt: Instant, { outcome, moveId, evidence, isTold = false }: Result): Promise<void> {
    const { store, clock, tell } = this.#options;
    const who = automaticPerson(name);
    const note = { who, what: `schedule.${outcome}`, subject: moveId ?? who, before: '', after: isoOf(dueAt), evidence };
    const run = { name, dueAt, outcome, moveId, evidence, at: clock.now() };
    const isNew = await store.schedules.add(run, outcome === 'nothing' ? undefined : note);
    const wasTold = this.#told.delete(name);
    const news: News = { level: outcome === 'asked' || outcome === 'nothing' ? 'info' : 'warn', event: `schedule-${outcome}`, ends: [who] };
    if (isNew && (wasTold || (!isTold && SAID.has(outcome)))) tell(`${who}, due at ${isoOf(dueAt)}: ${evidence}`, news);
  }

  /** What a `Fault` that is no broken store says in place of the result. */
  async #tried<T>(work: () => Promise<T>): Promise<T | { readonly why: string; readonly code: Fault['code'] }> {
    try {
      return await work();
    } catch (error) {
      if (!isFault(error) || error.code === 'store' || error.code === 'internal') throw error;
      return { why: error.message, code: error.code };
    }
  }
}

const SAID: ReadonlySet<ScheduleOutcome> = new Set(['asked', 'held', 'missed', 'failed']);

function asked({ id, kind, state, evidence = '' }: MoveRecord): Result {
  return {
    outcome: 'asked',
    moveId: id,
    evidence: `asked for the ${kind} ${id}, which is ${state}${evidence === '' ? '' : `: ${evidence}`}`,
    isTold: state === 'awaiting-approval',
  };
}

function kindOf({ type }: TreasurySchedule['terms']): MoveKind {
  return type === 'sweep' ? 'withdrawal' : 'conversion';
}

/** The same for the same due time, always, and another one for each turn. */
function idOf({ name, terms }: TreasurySchedule, due: Instant, turn: number): string {
  const seed = `schedule ${name} ${due}${turn === 0 ? '' : ` ${turn}`}`;
  return `${terms.type === 'sweep' ? 'W' : 'C'}-${ulid(due, seededRandom(seed))}`;
}
