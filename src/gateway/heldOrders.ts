import type { Clock } from '../base/clock.ts';
import { counted } from '../base/counted.ts';
import { isFault } from '../base/fault.ts';
import { type Instant, isoOf } from '../base/instant.ts';
import { orderLane } from '../model/command.ts';
import type { Intent } from '../model/intent.ts';
import type { AccountLists } from './accountLists.ts';
import type { FillBooking } from './fillBooking.ts';
import { type KeyedRow, keyedRows, timeOf } from './fillRows.ts';
import { tooLong } from './newestFirst.ts';
import { OpenQuestions } from './openQuestions.ts';
import type { TradesRead } from './tradesRead.ts';
import type { WaitingOrder } from './waitingRows.ts';

export interface HeldOrdersOptions {
  readonly lists: Pick<AccountLists, 'tradesOf'>;
  readonly clock: Clock;
  readonly booking: Pick<FillBooking, 'bookOrder' | 'settled' | 'waiting'>;
  readonly onTrouble: (message: string) => void;
  readonly visibilityMs: number;
}

interface HeldOrder extends WaitingOrder {
  /** When the reading began that it was found by. */
  readonly readAt: Instant;
}

export const BALANCES = '`sluice reconcile` shows what the balances differ by, and `sluice ledger adjust` books it';
/** So many are read in one round, which all others wait for. */
const MOST_A_ROUND = 20;
const MOST_NAMED = 5;

/**
 * Orders of a time that is not read again, with executions that could not be booked. Each is read by its id once what it waits for is known:
 * the requests that were undecided when it was found, or the meaning of its rows. The watermark stays before them meanwhile.
 */
export class HeldOrders {
  readonly #options: HeldOrdersOptions;
  readonly #orders = new Map<string, HeldOrder>();
  /** What was undecided when they were found. Later requests have not led to them. */
  readonly #requests = new Set<string>();
  #unreadable: readonly KeyedRow[] = [];
  readonly #questions: OpenQuestions;
  /** Orders whose own list is too long, and always will be: a venue that does not heed ids. */
  readonly #tooLong = new Set<string>();
  #isTold = false;

  constructor(options: HeldOrdersOptions) {
    this.#options = options;
    this.#questions = new OpenQuestions(options.clock);
  }

  /** What the booking of a reading must heed. */
  get held(): Required<Pick<TradesRead, 'most' | 'unreadable'>> {
    const times = [...[...this.#orders.values()].map(({ at }) => at), ...this.#unreadable.map(({ row }) => timeOf(row) ?? Infinity)];
    return { most: times.reduce((least, at) => Math.min(least, at), Infinity) - 1, unreadable: this.#unreadable };
  }

  /** Takes up what the last booking has left. */
  note({ pending, readAt }: Pick<TradesRead, 'pending' | 'readAt'>): void {
    const { orders, unreadable } = this.#options.booking.waiting;
    for (const [orderId, { at, lane }] of orders) {
      this.#orders.set(orderId, { at: Math.min(at, this.#orders.get(orderId)?.at ?? Infinity), lane, readAt });
    }
    if (orders.size > 0 || unreadable.length > 0) for (const { id } of pending) this.#requests.add(id);
    this.#unreadable = unreadable;
  }

  /** Tells a person what waits. */
  tell(pending: readonly Intent[]): void {
    const { onTrouble } = this.#options;
    const undecided = this.#undecidedLanes(pending);
    const waiting = [...this.#orders.values()].filter(({ lane }) => undecided.has(lane));
    if (waiting.length > 0) {
      const since = waiting.reduce((least, { at }) => Math.min(least, at), Infinity);
      this.#isTold = true;
      onTrouble(
        `executions of ${counted(waiting.length, 'order')} since ${isoOf(since)} wait until the outcome of a request is known: \`sluice status\` names it`,
      );
    }
    const ids = [...new Set(this.#unreadable.map(({ row }) => row.id))];
    if (ids.length === 0) return;
    const more = ids.length > MOST_NAMED ? ` and ${ids.length - MOST_NAMED} more` : '';
    onTrouble(
      `rows of the trades list can't be understood, of order ${ids.slice(0, MOST_NAMED).join(', ')}${more}: their lanes are shut until they can be; where one is no execution, say so by \`sluice orders settle\``,
    );
  }

  /** Reads what need not wait any more. What can't be read is tried again by the next round. */
  async look(pending: readonly Intent[], readAt: Instant): Promise<void> {
    if (this.#unreadable.length > 0) await this.#readRows();
    if (this.#orders.size === 0) return;
    await this.#book(this.#undecidedLanes(pending), readAt);
    if (this.#orders.size > 0) return;
    if (this.#unreadable.length === 0) this.#requests.clear();
    if (this.#isTold) this.#options.onTrouble('the executions that waited for the outcome of a request are booked');
    this.#isTold = false;
  }

  #undecidedLanes(pending: readonly Intent[]): ReadonlySet<string> {
    return new Set(pending.filter(({ id }) => this.#requests.has(id)).map(({ lane }) => lane));
  }

  async #book(undecided: ReadonlySet<string>, readAt: Instant): Promise<void> {
    const { booking, onTrouble } = this.#options;
    // The same reading proves nothing more.
    const free = [...this.#orders].filter(([, order]) => !undecided.has(order.lane) && order.readAt < readAt);
    for (const [orderId, order] of free.slice(0, MOST_A_ROUND)) {
      const answer = await this.#asked(orderId, () => booking.bookOrder(orderId, { readAt, pending: [] }));
      this.#orders.delete(orderId);
      if (answer === 'too-long') onTrouble(`what was executed of order ${orderId} can't be read, and is not booked: ${BALANCES}`);
      if (answer !== 'failed') continue;
      // After the others.
      this.#orders.set(orderId, order);
      return;
    }
  }

  /** Asks whether the venue tells rows differently by now, each order ever less often. */
  async #readRows(): Promise<void> {
    const { lists, booking, visibilityMs } = this.#options;
    const isOpen = await Promise.all(this.#unreadable.map(async ({ key }) => !(await booking.settled.isPassedOver(key))));
    this.#unreadable = this.#unreadable.filter((_, i) => isOpen[i]);
    const byOrder = Map.groupBy(this.#unreadable, ({ row }) => row.id);
    for (const orderId of byOrder.keys()) if (!this.#tooLong.has(orderId)) this.#questions.ask(orderId);
    for (const orderId of this.#questions.due().slice(0, MOST_A_ROUND)) {
      const held = byOrder.get(orderId);
      if (held === undefined || this.#tooLong.has(orderId)) {
        this.#questions.answered(orderId);
        continue;
      }
      const at = held.reduce((least, { row }) => Math.min(least, timeOf(row) ?? 0), Infinity);
      const rows = await this.#asked(orderId, () => lists.tradesOf(orderId, at - visibilityMs));
      if (rows === 'failed') return;
      if (rows === 'too-long') continue;
      const listed = new Set(keyedRows(rows).map(({ key }) => key));
      const gone = new Set(held.filter(({ key }) => !listed.has(key)));
      if (gone.size === 0) continue;
      this.#unreadable = this.#unreadable.filter((keyed) => !gone.has(keyed));
      this.#orders.set(orderId, { at, lane: orderLane(held[0]!.row.symbol), readAt: -Infinity });
    }
  }

  /** Rejects when the store fails. */
  async #asked<T>(orderId: string, ask: () => Promise<T>): Promise<T | 'failed' | 'too-long'> {
    try {
      return await ask();
    } catch (error) {
      if (isFault(error) && error.code === 'store') throw error;
      if (tooLong(error) === undefined) return 'failed';
      this.#tooLong.add(orderId);
      return 'too-long';
    }
  }
}
