import type { FillModel } from '../../src/exchange/fillModel.ts';
import type { TakerFlow } from '../../src/exchange/takerFlow.ts';
import type { VenueState } from '../../src/exchange/venueState.ts';
import type { NaiveOutlook } from './naiveOutlook.ts';
import type { NaiveOrder } from './naiveShown.ts';

/** What the sweeps ask of the venue. */
interface NaiveSweepsHost {
  open(): readonly NaiveOrder[];
  /** How much may have been taken by an order that reached the other side. */
  comingOf(order: NaiveOrder): number;
  made(order: NaiveOrder, lots: number, at: number): void;
  hasUnread(): boolean;
  tell(readAt: number, heardAt: number): void;
}

interface NaiveLook {
  /** What was swept by then is settled. */
  readonly until: number;
  readonly done: number;
  readonly lastRead: number;
  readonly receivedAt: number;
}

/** The rules of `Sweeping`. */
export class NaiveSweeps {
  readonly #model: FillModel;
  readonly #outlook: NaiveOutlook;
  readonly #times: VenueState;
  readonly #flow: TakerFlow;
  readonly #host: NaiveSweepsHost;
  #gone = [0, 0];
  #goneAt = [0, 0];
  #seen = [0, 0];

  constructor(model: FillModel, outlook: NaiveOutlook, times: VenueState, flow: TakerFlow, host: NaiveSweepsHost) {
    this.#model = model;
    this.#outlook = outlook;
    this.#times = times;
    this.#flow = flow;
    this.#host = host;
  }

  /** The sweeps since the look before, by what this one shows. */
  onBook({ until, done, lastRead, receivedAt }: NaiveLook): void {
    const { lean, informed } = this.#model;
    const way = (spreads: number): number => Math.max(-1, Math.min(1, spreads));
    const bidShare = 0.5 - lean * way(this.#outlook.went(this.#model)) - informed * way(this.#outlook.goes);
    let hadUnread = this.#host.hasUnread();
    const readBefore = (sweepAt: number): void => {
      if (!hadUnread && sweepAt >= lastRead && this.#host.hasUnread()) this.#host.tell(lastRead, receivedAt);
      hadUnread ||= sweepAt >= lastRead;
    };
    while (this.#times.sweepAt < until) {
      readBefore(this.#times.sweepAt);
      this.sweep(this.#times.sweepAt, bidShare);
    }
    this.#times.now = done;
    readBefore(Infinity);
    this.#gone = [0, 0];
    this.#seen = [0, 0];
  }

  /** A look has shown that so much is gone before an order of ours, and that much of it with it. */
  saw(side: number, met: number, before: number): void {
    this.#flow.explain(met + Math.max(0, before - this.#seen[side]!));
    this.#seen[side] = Math.max(this.#seen[side]!, before);
  }

  /** The flow's next sweep. Fills are of that time. */
  sweep(now: number, bidShare: number): void {
    const { sweeps, refillMs } = this.#model;
    const at = this.#times.sweepAt;
    const sides = sweeps === 'both-sides' ? [0, 1] : [this.#flow.chance < bidShare ? 0 : 1];
    const isMet = (order: NaiveOrder): boolean => order.arrivedAt < at && this.#outlook.share(order, 1) === 1;
    if (this.#host.open().length > 0) {
      for (const side of sides) {
        let gone = this.#gone[side]! * Math.max(0, 1 - (at - this.#goneAt[side]!) / refillMs);
        let left = this.#flow.lots[0]!;
        const ours = this.#host
          .open()
          .filter((order) => order.side === side)
          .toSorted((a, b) => (side === 0 ? b.ticks - a.ticks : a.ticks - b.ticks) || a.rank - b.rank);
        for (const order of ours) {
          const between = Math.max(0, order.depth + order.ahead - gone);
          if (between >= left) break;
          gone += between;
          left = Math.floor(left - between);
          const coming = this.#host.comingOf(order);
          const met = isMet(order) ? Math.min(left, Math.max(0, order.lots - coming)) : 0;
          if (met > 0) this.#host.made(order, met, now);
          left -= met;
          if (left === 0) break;
        }
        this.#gone[side] = gone + left;
        this.#goneAt[side] = at;
      }
    }
    this.#flow.next();
  }
}
