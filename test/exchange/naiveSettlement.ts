import { type Random, seededRandom } from '../../src/base/random.ts';
import type { FillModel } from '../../src/exchange/fillModel.ts';
import type { NaiveOutlook } from './naiveOutlook.ts';
import { type NaiveOrder, type NaiveShown, reaches } from './naiveShown.ts';

/** Something since the last look that the next one settles. */
interface NaiveUnsettled {
  readonly kind: 'came' | 'left';
  readonly order: NaiveOrder;
  readonly ticks: number;
  readonly lots: number;
  readonly at: number;
  /** What it would take of the last look, lot by lot. */
  readonly prices: readonly number[];
}

interface NaiveTouch {
  bid: number;
  ask: number;
  readonly at: number;
}

interface NaiveHost {
  filled(order: NaiveOrder, text: string): void;
  end(order: NaiveOrder, at: number): void;
}

/** The rules of `Settlement`, lot by lot. */
export class NaiveSettlement {
  readonly #model: FillModel;
  readonly #shown: NaiveShown;
  readonly #takerFee: number;
  readonly #random: Random;
  readonly #host: NaiveHost;
  readonly #outlook: NaiveOutlook;
  #unsettled: NaiveUnsettled[] = [];
  #told: NaiveTouch | undefined;

  constructor(model: FillModel, outlook: NaiveOutlook, shown: NaiveShown, seed: number, takerFee: number, host: NaiveHost) {
    this.#outlook = outlook;
    this.#model = model;
    this.#shown = shown;
    this.#takerFee = takerFee;
    this.#random = seededRandom(`between-looks:${seed}`);
    this.#host = host;
  }

  /** Statistics tell of a touch. */
  tell(bid: number, ask: number, at: number): void {
    this.#told ??= { bid, ask, at };
    this.#told.bid = Math.min(this.#told.bid, bid);
    this.#told.ask = Math.max(this.#told.ask, ask);
  }

  /** The order reaches the other side: gives the lots that it would take of the last look. */
  come(order: NaiveOrder, now: number): number {
    const { ticks, lots } = order;
    const prices = this.reach(order, ticks, lots);
    if (prices.length > 0) this.#unsettled.push({ kind: 'came', order, ticks, lots, at: now, prices });
    return prices.length;
  }

  leave(order: NaiveOrder, now: number): void {
    const { ticks, lots } = order;
    if (this.#model.between !== 'better') this.#unsettled.push({ kind: 'left', order, ticks, lots, at: now, prices: [] });
  }

  isUnsettled(order: NaiveOrder): boolean {
    return this.#unsettled.some((one) => one.order === order);
  }

  /** How much may have been taken by an order that reached the other side. */
  comingOf(order: NaiveOrder): number {
    return this.#unsettled.findLast((one) => one.kind === 'came' && one.order === order)?.prices.length ?? 0;
  }

  /** Whether what the look shows to have moved had moved before that time. */
  hadMoved(at: number, lookAt: number, done: number): boolean {
    const { movedShare } = this.#model;
    const passed = done > lookAt ? (at - lookAt) / (done - lookAt) : 1;
    return this.#random.next() < movedShare + (1 - movedShare) * passed;
  }

  /** Whether something that may have met an order has met it. */
  hasMet(order: NaiveOrder, byChance: number): boolean {
    return this.#random.next() < this.#outlook.share(order, byChance);
  }

  /** The next look: gives when the last of what it has settled happened. */
  settle(lookAt: number, done: number): number | undefined {
    const unsettled = this.#unsettled.splice(0);
    const moved = (at: number): boolean => this.hadMoved(at, lookAt, done);
    const metFirst = new Set(unsettled.filter((one) => one.kind === 'came' && this.#model.between === 'chance' && !moved(one.at)));
    for (const one of unsettled) if (!metFirst.has(one)) for (const price of one.prices) this.#shown.take(1 - one.order.side, price, -1);
    for (const one of unsettled) {
      if (one.kind === 'came') this.#settleCame(one, metFirst.has(one), done);
      else this.#settleLeft(one, moved);
    }
    this.#told = undefined;
    return unsettled.at(-1)?.at;
  }

  #settleCame({ order, ticks, lots, at, prices: before }: NaiveUnsettled, metFirst: boolean, done: number): void {
    const { between } = this.#model;
    const wanted = Math.min(lots, order.lots);
    const after = metFirst ? [] : this.reach(order, ticks, wanted);
    let prices: readonly number[];
    if (between === 'chance') prices = metFirst ? before.slice(0, wanted) : after;
    else {
      const { later } = this.#outlook;
      const [worse, better, sign] = order.side === 0 ? [Math.max, Math.min, 1] : [Math.min, Math.max, -1];
      prices = Array.from({ length: wanted }, (_, n) => {
        const [first, second] = [before[n], after[n]];
        const isShown = first !== undefined && second !== undefined;
        // Shown by one look or by none: at the limit in the worse case, where there is one.
        let price = isShown
          ? between === 'worse'
            ? worse(first, second)
            : better(first, second)
          : between === 'worse' && ticks !== 0
            ? ticks
            : (first ?? second);
        if (price === undefined) return undefined;
        let isSure = isShown || later === undefined;
        if (between === 'worse' && this.#told !== undefined) {
          price = worse(price, order.side === 0 ? this.#told.ask : this.#told.bid);
          if (ticks !== 0 && (price - ticks) * sign > 0) [price, isSure] = [ticks, later === undefined];
        }
        const gain = (later! - price) * sign - price * this.#takerFee;
        return isSure || (between === 'worse' ? gain < 0 : gain > 0) ? price : undefined;
      }).filter((price) => price !== undefined);
    }
    const told = between === 'chance' && this.#told !== undefined && at >= this.#told.at ? this.#told : undefined;
    for (const price of prices) {
      const paid = told === undefined ? price : order.side === 0 ? Math.max(price, told.ask) : Math.min(price, told.bid);
      if (ticks === 0 || (order.side === 0 ? paid <= ticks : paid >= ticks)) this.took(order, paid);
    }
    const mayBeMet = between === 'chance' && order.ticks === ticks && order.lots > 0 && order.state === 'open';
    if (mayBeMet && this.hasMet(order, this.#model.pastShare)) {
      this.#host.filled(order, `${order.lots}@${ticks}`);
      order.lots = 0;
      this.#host.end(order, done);
    }
    if (order.lots === 0 && order.state === 'open') this.#host.end(order, at);
  }

  #settleLeft({ order, ticks, lots, at }: NaiveUnsettled, moved: (at: number) => boolean): void {
    const { between } = this.#model;
    const best = this.#shown.left(1 - order.side)[0]?.[0];
    const wasAt = { ...order, ticks };
    if (order.lots === 0 || best === undefined || !reaches(wasAt, best)) return;
    if (between === 'chance' ? !moved(at) : this.#outlook.share(wasAt, 1) === 0) return;
    if (order.state === 'open' && (order.side === 0 ? order.ticks > ticks : order.ticks < ticks)) return;
    const met = Math.min(lots, order.lots);
    order.lots -= met;
    this.#host.filled(order, `${met}@${ticks}`);
    if (order.state === 'open' && (order.lots === 0 || met === lots)) this.#host.end(order, at);
  }

  /** What an order with this limit takes of what is shown, lot by lot; it counts as taken. */
  reach(order: NaiveOrder, ticks: number, most: number): number[] {
    const prices: number[] = [];
    for (const [price, lots] of this.#shown.left(1 - order.side)) {
      if (!reaches({ ...order, ticks }, price)) continue;
      const met = Math.min(lots, most - prices.length);
      if (met > 0) this.#shown.take(1 - order.side, price, met);
      for (let n = 0; n < met; n++) prices.push(price);
    }
    return prices;
  }

  /** One lot. What is taken together at one price is told together. */
  took(order: NaiveOrder, ticks: number): void {
    order.lots--;
    this.#host.filled(order, `1@${ticks} taker`);
  }
}
