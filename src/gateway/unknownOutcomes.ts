import type { Clock } from '../base/clock.ts';
import type { Instant } from '../base/instant.ts';
import type { Balance } from '../model/balance.ts';
import type { Report } from '../model/event.ts';
import type { Intent } from '../model/intent.ts';
import type { BoundOrder, FillLog, Journal, StateStore } from '../model/journal.ts';
import type { AccountLists, ConversionRow, OpenOrderRow } from './accountLists.ts';
import type { AdoptionOptions } from './adopting.ts';
import { adoptOrders } from './adoption.ts';
import type { VenueClocks } from './atVenue.ts';
import { BalanceWitness, type Listed } from './balanceWitness.ts';
import { candidatesOf } from './candidates.ts';
import { adoptConversions } from './conversionAdoption.ts';
import { timeOf, type TradeRow } from './fillRows.ts';
import { EndWitness } from './endWitness.ts';
import type { Finding } from './finding.ts';
import type { FrozenLanes } from './frozenLanes.ts';
import { KeptDelays } from './keptDelays.ts';
import { LateOrders } from './lateOrders.ts';
import { ListDelays } from './listDelays.ts';
import { type Evidence, type Resolution, Resolver, type ResolverOptions } from './resolver.ts';
import { Sightings } from './sightings.ts';

export interface UnknownOutcomesOptions extends Pick<ResolverOptions, 'ledgerWitness' | 'refusals'> {
  readonly journal: Journal;
  readonly fillLog: FillLog;
  /** Where it is kept how late the lists are. */
  readonly state: StateStore;
  readonly clock: Clock;
  readonly report: (report: Report) => void;
  readonly lists: AccountLists;
  readonly skewMs: number;
  /** How late an execution may become visible. */
  readonly visibilityMs: number;
  readonly replacesAtomically: boolean;
}

/** When a reading of lists began. */
export interface ReadingBegun {
  /** The earliest that the venue's clock can have shown. */
  readonly at: Instant;
  readonly ms: number;
  /** The venue's clock minus ours. */
  readonly offsetMs: number;
  /** How much had been reported by then. */
  readonly reported: number;
}

/** A complete reading of open orders and trades. */
export interface OrdersRead {
  readonly begun: ReadingBegun;
  /** Orders that were open before it. */
  readonly bound: readonly BoundOrder[];
  readonly openOrders: readonly OpenOrderRow[];
  readonly rows: readonly TradeRow[];
  /** Whether the trades reach back to what is booked. */
  readonly isCurrent: boolean;
  /** Whether they were read anew all the way back to an unknown intent. */
  readonly isWholeFor: (intent: Intent) => boolean;
}

/**
 * All that is done about outcomes that nobody knows: what is found is adopted, what is proven to be nowhere is told as not placed, and what
 * turns up after that is bound and canceled. It judges complete readings only.
 */
export class UnknownOutcomes {
  readonly #options: UnknownOutcomesOptions;
  /** What adopting an order needs. */
  readonly adoption: AdoptionOptions;
  readonly #delays = new ListDelays();
  readonly #kept: KeptDelays;
  readonly #witness = new BalanceWitness();
  /** Says whether an order that no list shows is over. */
  readonly endWitness: EndWitness;
  readonly #sightings = new Sightings();
  readonly #resolver: Resolver;
  readonly #late: LateOrders;
  /** As of the last round. */
  #listed: Listed & { readonly openOrders: readonly OpenOrderRow[] } = { openOrders: [], reported: -1 };
  #readAt: Instant | undefined;

  constructor(options: UnknownOutcomesOptions, frozen: FrozenLanes) {
    this.#options = options;
    const { lists } = options;
    this.endWitness = new EndWitness(options, this.#witness);
    this.#kept = new KeptDelays(options, this.#delays);
    const shared = { ...options, frozen, sightings: this.#sightings };
    this.#late = new LateOrders(shared);
    this.adoption = { ...shared, onLate: (order) => this.#late.add(order) };
    this.#resolver = new Resolver({ ...options, frozen, delays: this.#delays, witness: this.#witness, balances: () => lists.balances() });
  }

  /** What was reported: on acknowledged orders it is measured how late the lists are, and what was booked explains the balances. */
  told(report: Report): void {
    if (report.type === 'order-opened' && !report.adopted) this.#delays.acknowledged(report.orderId, this.#options.clock.monotonicMs());
    this.#witness.told(report);
  }

  /** Reads the balances, and takes note of what they hold. */
  async balances(): Promise<readonly Balance[]> {
    const { lists, clock } = this.#options;
    const listed = this.#listed;
    const balances = await lists.balances();
    // An order that was sent meanwhile may be in them already.
    this.#witness.note(balances, listed, { at: clock.now(), ms: clock.monotonicMs() });
    return balances;
  }

  /** Before a reading of lists. */
  async begin(): Promise<ReadingBegun> {
    await this.#kept.restore();
    const { lists, clock } = this.#options;
    return { at: lists.earliestVenueTime(), ms: clock.monotonicMs(), offsetMs: lists.venueOffsetMs(), reported: this.#witness.reported };
  }

  /** Adopts what a reading shows of intents that were unknown before it. */
  async adopt(lost: readonly Intent[], { openOrders, rows, begun }: OrdersRead): Promise<ReadonlyMap<Intent, Finding>> {
    const { journal, clock, visibilityMs } = this.#options;
    const when = { offsetMs: begun.offsetMs, shownTo: begun.at - visibilityMs };
    // What is open comes last, so that it is forgotten last.
    this.#sightings.note(
      [...rows, ...openOrders].map(({ id }) => id),
      await journal.unresolved(),
      clock.now(),
    );
    return adoptOrders(lost, candidatesOf(openOrders, rows), when, this.adoption);
  }

  /** What follows from a reading for intents of which it has shown nothing, and for orders that nobody waits for. Answers whether any such was found. */
  async conclude(findings: ReadonlyMap<Intent, Finding>, read: OrdersRead): Promise<boolean> {
    const { begun, bound, openOrders, rows } = read;
    this.#listed = { openOrders, reported: begun.reported };
    this.#readAt = this.#options.clock.now();
    const shown = new Set([...openOrders.map(({ id }) => id), ...rows.map(({ id }) => id)]);
    this.#delays.round(begun.ms, this.#options.clock.monotonicMs(), shown, new Set(bound.map(({ orderId }) => orderId)));
    await this.#kept.keep();
    if (this.#witness.awaits(begun.ms)) {
      const isSure = !this.#delays.isBehind(begun.ms) && (await this.#options.journal.unresolved()).length === 0;
      this.#witness.round(begun.ms, openOrders, isSure);
    }
    await this.#resolver.consider(findings, evidenceOf(begun, { ...read, newestAt: newestOf(openOrders, rows) }));
    const pending = (await this.#options.journal.unresolved()).filter(({ kind }) => kind === 'place' || kind === 'replace');
    return this.#late.round({
      candidates: candidatesOf(openOrders, rows),
      bound: new Map(bound.map((order) => [order.orderId, order])),
      pending,
      shownTo: begun.at - this.#options.visibilityMs,
      offsetMs: begun.offsetMs,
    });
  }

  /** The same for conversions, by the whole history since the oldest of them. */
  async conversions(lost: readonly Intent[], rows: readonly ConversionRow[], begun: ReadingBegun): Promise<void> {
    const findings = await adoptConversions(lost, rows, begun.offsetMs, this.adoption);
    const newestAt = rows.reduce((at, { operationExecutionTime }) => Math.max(at, operationExecutionTime), -Infinity);
    await this.#resolver.consider(
      findings,
      evidenceOf(begun, { openOrders: this.#listed.openOrders, newestAt, isCurrent: true, isWholeFor: () => true }),
    );
  }

  /** Back to which intents the trades must be read anew next. */
  takeWanted(): readonly Intent[] {
    return this.#resolver.takeWanted();
  }

  /** A person has decided what came of it. */
  decided(id: string): void {
    this.#resolver.settled(id);
  }

  get clocks(): VenueClocks {
    const { lists, clock } = this.#options;
    return { offsetMs: lists.venueOffsetMs(), behindMs: clock.now() - lists.earliestVenueTime() };
  }

  resolution(): Resolution {
    return { ...this.#resolver.resolution(), listsReadAt: this.#readAt, clocks: this.clocks };
  }
}

type Shown = Pick<Evidence, 'openOrders' | 'newestAt' | 'isCurrent' | 'isWholeFor'>;

function evidenceOf({ at, ms, offsetMs }: ReadingBegun, { openOrders, newestAt, isCurrent, isWholeFor }: Shown): Evidence {
  return { begunAt: at, begunMs: ms, offsetMs, openOrders, newestAt, isCurrent, isWholeFor };
}

/** The newest time of the venue in the lists. */
function newestOf(openOrders: readonly OpenOrderRow[], rows: readonly TradeRow[]): Instant {
  let newest = -Infinity;
  for (const { openTime = newest, updatedOn = newest } of openOrders) newest = Math.max(newest, openTime, updatedOn);
  for (const row of rows) newest = Math.max(newest, timeOf(row) ?? newest);
  return newest;
}
