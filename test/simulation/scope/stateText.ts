import { orderIdOf } from '../../../src/exchange/bookOrder.ts';
import { trueTradeOf } from '../../../src/simulator/tradeNote.ts';
import type { World } from '../world.ts';
import type { ChosenFaults } from './chosenFaults.ts';

const ROWS = [
  `SELECT id, kind, lane, body, state, target_id, venue_id, refusal, created_at, expires_at, gave_up_at FROM intent ORDER BY rowid`,
  'SELECT order_id, intent_id, price, amount, ended_by FROM venue_order ORDER BY rowid',
  'SELECT order_id, intent_id, price, amount, fee, traded_at FROM fill ORDER BY seq',
  'SELECT id, intent_id, from_amount, to_amount FROM conversion ORDER BY seq',
  'SELECT scope, key, value FROM state ORDER BY scope, key',
  'SELECT cause, currency, amount FROM ledger_sum ORDER BY cause, currency',
];
/** Ages are told apart in steps, up to an age beyond which nothing changes any more. */
const AGE_STEP_MS = 5000;
const MOST_STEPS = 14;
const YEAR_2000 = 946_684_800_000;
const ULID = /\b[0-9A-HJKMNP-TV-Z]{26}\b/g;
const TIMES = /\b\d{13}\b|\d{4}-\d\d-\d\dT[\d:.]+Z|\b\d+(?:\.\d+)? (?:ms|s|min)\b/g;

/**
 * The state of a world as a text that is the same for states from which the same follows: without the names of intents, with ages in place
 * of times.
 */
export class StateText {
  readonly #world: World;
  readonly #faults: ChosenFaults;
  readonly #script: () => string;
  #hasTables = false;
  #disk = '';
  #kept: readonly [key: string, text: string] = ['', ''];

  constructor(world: World, faults: ChosenFaults, script: () => string) {
    this.#world = world;
    this.#faults = faults;
    this.#script = script;
  }

  /** What is left when the process ends here: the disk as committed, the venue, what is still on its way to it, and what is to be done. */
  lasting(): string {
    const { disk, wire, happenings, model } = this.#world;
    // The first life is still making its tables.
    this.#hasTables ||= !disk.isInTransaction && disk.read("SELECT 1 FROM sqlite_schema WHERE name = 'ledger_mark'").length > 0;
    if (!this.#hasTables) return 'nothing yet';
    const changes = disk.read<{ n: number }>('SELECT total_changes() AS n')[0]?.n ?? 0;
    const arrivals = model.requests.length + model.venue.history.executions.length;
    const key = [changes, disk.isInTransaction, arrivals, wire.sends.length, this.#script(), Math.floor(happenings.nowMs / 1000)].join(' ');
    if (this.#kept[0] !== key) {
      if (!disk.isInTransaction) this.#disk = this.#textOf(ROWS.map((sql) => disk.read(sql)));
      this.#kept = [key, canonical([this.#disk, this.#venue(), this.#onTheWay(), this.#faults.lags.join(' '), this.#script()].join('\n'))];
    }
    return this.#kept[1];
  }

  /** What the process knows besides, as far as it shows it. */
  memory(): string {
    const { trader } = this.#world;
    if (trader === undefined) return 'unborn';
    const { orders, frozen, balances } = trader.snapshot();
    const waits = trader.resolution()?.unresolved.map(({ id, state, waitsFor }) => [id, state, waitsFor]);
    return canonical(this.#textOf([trader.isStarted, trader.inFlight, orders, frozen, balances, waits]));
  }

  #venue(): string {
    const { venue } = this.#world.model;
    const open = venue.exchange.openOrders(venue.user).map((order) => {
      return [orderIdOf(order), order.side, order.ticks, order.lots, order.openedAt];
    });
    const trades = venue.history.executions
      .map(trueTradeOf)
      .map(({ orderId, price, amount, tradedAt }) => [orderId, price, amount, tradedAt]);
    const conversions = venue.conversionCounter.conversions.map(({ id, amountFrom }) => [id, amountFrom]);
    return this.#textOf([open, trades, conversions]);
  }

  #onTheWay(): string {
    const { wire, happenings } = this.#world;
    const pending = wire.sends.flatMap(({ asked, body, atMs, fate, arrivals }) => {
      const { outMs, againMs, isNotSent } = fate;
      if (isNotSent === true || outMs === Infinity) return [];
      const due = againMs === undefined ? [outMs] : [outMs, outMs + againMs];
      return due
        .slice(arrivals.length)
        .map((ms) => `${asked.operation} ${asked.targetId ?? ''} ${body} ${Math.ceil((atMs + ms - happenings.nowMs) / 1000)}`);
    });
    return pending.join(' ');
  }

  #textOf(value: unknown): string {
    const now = this.#world.model.venue.now();
    return JSON.stringify(value, (_, part: unknown) => {
      return typeof part === 'number' && part > YEAR_2000 ? ageOf(part - now) : part;
    });
  }
}

function ageOf(ms: number): string {
  return `~${Math.max(-MOST_STEPS, Math.min(MOST_STEPS, Math.ceil(ms / AGE_STEP_MS)))}`;
}

function canonical(text: string): string {
  const names = new Map<string, string>();
  const nameOf = (id: string): string => {
    const name = names.get(id) ?? `i${names.size}`;
    names.set(id, name);
    return name;
  };
  return text.replaceAll(TIMES, '#').replaceAll(ULID, nameOf);
}
