import type { FillModel } from '../../src/exchange/fillModel.ts';
import { TakerFlow } from '../../src/exchange/takerFlow.ts';
import { VenueState } from '../../src/exchange/venueState.ts';
import type { Book } from '../../src/model/book.ts';
import type { Foresight } from '../../src/exchange/foresight.ts';
import { NaiveOutlook } from './naiveOutlook.ts';
import { NaiveSettlement } from './naiveSettlement.ts';
import { type NaiveOrder, type NaiveRequest, NaiveShown, reaches } from './naiveShown.ts';
import { NaiveSweeps } from './naiveSweeps.ts';

/** The rules of `SnapshotVenue` in plain objects, sorted and searched anew each time: slow, and easy to read. */
export class NaiveSnapshotVenue {
  readonly #entryMs: number;
  readonly #responseMs: number;
  readonly #everyMs: number;
  readonly #model: FillModel;
  readonly #times = new VenueState();
  readonly #flow: TakerFlow;
  readonly #outlook: NaiveOutlook;
  readonly #orders: NaiveOrder[] = [];
  readonly #walk: NaiveOrder[] = [];
  #requests: NaiveRequest[] = [];
  #answers: { at: number; text: string }[] = [];
  #listed: { at: number | undefined; text: string }[] = [];
  readonly #shown = new NaiveShown();
  #blind = true;
  #blindAt = 0;
  #done = 0;
  #lookAt = 0;
  #readAt = 0;
  #lastRead = -Infinity;
  #changed = false;
  #rank = 0;
  readonly #settlement: NaiveSettlement;
  readonly #sweeps: NaiveSweeps;

  constructor(
    entryMs: number,
    responseMs: number,
    everyMs: number,
    model: FillModel,
    seed: number,
    makerFee: number,
    takerFee: number,
    foresight: Foresight,
  ) {
    this.#entryMs = entryMs;
    this.#responseMs = responseMs;
    this.#everyMs = everyMs;
    this.#model = model;
    this.#outlook = new NaiveOutlook(this.#model, makerFee, foresight);
    this.#flow = new TakerFlow(this.#times, this.#model.sweepSize, seed);
    this.#settlement = new NaiveSettlement(this.#model, this.#outlook, this.#shown, seed, takerFee, {
      filled: (order, text) => this.#listed.push({ at: undefined, text: `FILLED ${order.id} ${text} ${this.#done}` }),
      end: (order, at) => this.#end(order, at),
    });
    this.#sweeps = new NaiveSweeps(this.#model, this.#outlook, this.#times, this.#flow, {
      open: () => this.#open(),
      comingOf: (order) => this.#settlement.comingOf(order),
      made: (order, lots, at) => this.#made(order, lots, at),
      hasUnread: () => this.#hasUnread,
      tell: (readAt, heardAt) => this.#tell(readAt, heardAt),
    });
  }

  place(now: number, side: number, ticks: number, lots: number): number {
    const id = this.#orders.length;
    const rest = { ahead: 0, shown: 0, depth: 0, arrivedAt: 0, rank: 0, endedAt: 0, isListed: false };
    const order: NaiveOrder = { id, side, ticks, lots, state: 'sent', ...rest };
    this.#orders.push(order);
    this.#requests.push({ kind: 'place', order, ticks, lots, arriveAt: now + this.#entryMs });
    return id;
  }

  replace(now: number, id: number, ticks: number, lots: number): void {
    this.#requests.push({ kind: 'replace', order: this.#orders[id]!, ticks, lots, arriveAt: now + this.#entryMs });
  }

  cancel(now: number, id: number): void {
    this.#requests.push({ kind: 'cancel', order: this.#orders[id]!, ticks: 0, lots: 0, arriveAt: now + this.#entryMs });
  }

  look(book: Book): void {
    const at = book.receivedAt - this.#responseMs;
    const wasBlind = this.#blind;
    if (!wasBlind) this.#advance(at);
    this.#done = Math.max(this.#done, at);
    this.#times.now = this.#done;
    if (wasBlind) this.#readAt = Math.max(this.#readAt, this.#done);
    this.#blind = false;
    this.#shown.look(book);
    this.#flow.onLook(book);
    this.#outlook.look(book.receivedAt, this.#shown.levels(0)[0]?.[0], this.#shown.levels(1)[0]?.[0]);
    const hadUnread = this.#hasUnread;
    const lastAt = this.#settlement.settle(this.#lookAt, this.#done);
    if (lastAt !== undefined && !hadUnread && this.#lastRead >= lastAt) this.#tell(this.#lastRead, book.receivedAt);
    this.#sweeps.onBook({
      until: wasBlind ? this.#blindAt : this.#done,
      done: this.#done,
      lastRead: this.#lastRead,
      receivedAt: book.receivedAt,
    });
    if (wasBlind) {
      this.#flow.skip();
      for (const order of this.#open()) Object.assign(order, { shown: undefined, ahead: Infinity });
    }
    const best = [this.#shown.left(0)[0]?.[0], this.#shown.left(1)[0]?.[0]];
    // Backwards through a list from which the last one fills each place that becomes free.
    for (let i = this.#walk.length - 1; i >= 0; i--) this.#lookAtOrder(this.#walk[i]!, best, !wasBlind);
    this.#lookAt = this.#done;
  }

  gap(from: number): void {
    if (this.#blind) return;
    this.#advance(from - this.#responseMs);
    this.#blind = true;
    this.#blindAt = this.#done;
  }

  volume(now: number, lotsPerMs: number): void {
    if (!this.#blind) this.#advance(now - this.#responseMs);
    this.#times.now = this.#done;
    this.#flow.setRate(lotsPerMs * this.#model.volumeShare);
  }

  touch(now: number, bid: number, ask: number): void {
    if (this.#blind) return;
    this.#advance(now - this.#responseMs);
    this.#settlement.tell(bid, ask, this.#done);
  }

  until(now: number): string[] {
    if (!this.#blind) this.#advance(now - this.#responseMs + 1);
    const due = [...this.#answers, ...this.#listed].filter(({ at }) => at !== undefined && at <= now);
    this.#answers = this.#answers.filter(({ at }) => at > now);
    this.#listed = this.#listed.filter(({ at }) => at === undefined || at > now);
    return due.map(({ at, text }) => `${at} ${text}`);
  }

  #open(): NaiveOrder[] {
    return this.#orders.filter(({ state }) => state === 'open');
  }

  #advance(before: number): void {
    for (;;) {
      const arrivalAt = this.#requests[0]?.arriveAt ?? Infinity;
      const { releaseAt } = this.#times;
      const at = Math.min(releaseAt, arrivalAt, this.#readAt);
      if (at >= before) break;
      const now = Math.max(at, this.#lookAt);
      this.#times.now = now;
      if (at === releaseAt) this.#sweeps.sweep(now, 0.5);
      else if (at === arrivalAt) this.#arrive(this.#requests.shift()!, now);
      else this.#read(at);
    }
    this.#done = Math.max(this.#done, before);
  }

  #arrive(request: NaiveRequest, now: number): void {
    const { order, kind, ticks, lots } = request;
    let answer = '';
    if (kind === 'cancel') {
      answer = order.state === 'open' ? 'CANCELED' : 'CANCEL_REFUSED';
      if (order.state === 'open') {
        this.#settlement.leave(order, now);
        this.#end(order, now);
      }
    } else if (kind === 'place') {
      const refused = this.#meetsOwn(order.side, ticks) || (this.#settlement.come(order, now) === 0 && ticks === 0);
      if (refused) {
        answer = 'PLACE_REFUSED';
        order.state = 'ended';
        order.isListed = true;
      } else {
        answer = 'OPENED';
        if (ticks === 0) this.#end(order, now);
        else this.#rest(order, now);
      }
    } else if (order.state !== 'open') answer = 'REPLACE_REFUSED';
    else if (ticks === order.ticks && lots <= order.lots) {
      answer = 'REPLACED';
      order.lots = lots;
    } else if (this.#meetsOwn(order.side, ticks)) answer = 'REPLACE_REFUSED';
    else {
      answer = 'REPLACED';
      this.#settlement.leave(order, now);
      order.ticks = ticks;
      order.lots = lots;
      this.#settlement.come(order, now);
      this.#rest(order, now);
    }
    const answeredAt = now + this.#responseMs;
    this.#answers.push({ at: answeredAt, text: `${answer} ${order.id} ${order.lots}@${order.ticks}` });
    const lead = 2 * this.#entryMs + this.#responseMs;
    if (answeredAt >= this.#readAt - lead) this.#changed = true;
    else this.#readAt = Math.min(this.#readAt, answeredAt + 50 + lead);
  }

  #read(at: number): void {
    this.#tell(at, at + this.#responseMs);
    this.#lastRead = at;
    this.#readAt += this.#responseMs + (this.#changed ? 50 : this.#everyMs) + 2 * this.#entryMs + this.#responseMs;
    this.#changed = false;
  }

  /** What has been read so far reaches us at that time. */
  #tell(readAt: number, heardAt: number): void {
    const roundTrip = this.#entryMs + this.#responseMs;
    for (const order of this.#orders) {
      if (order.state !== 'ended' || order.isListed || order.endedAt > readAt - roundTrip || this.#settlement.isUnsettled(order)) continue;
      order.isListed = true;
      this.#listed.push({ at: undefined, text: `CLOSED ${order.id} ${order.lots}@${order.ticks} ${order.endedAt}` });
    }
    for (const report of this.#listed) report.at ??= heardAt;
  }

  get #hasUnread(): boolean {
    return this.#listed.some((report) => report.at === undefined);
  }

  #lookAtOrder(order: NaiveOrder, best: readonly (number | undefined)[], mayFill: boolean): void {
    const now = this.#done;
    const { between, holeShare, queueShare, crossShare, pastShare } = this.#model;
    const met = best[1 - order.side];
    if ((mayFill || between !== 'better') && met !== undefined && reaches(order, met)) {
      const isNew = order.arrivedAt >= this.#lookAt;
      const took =
        isNew &&
        (between === 'chance'
          ? this.#settlement.hadMoved(order.arrivedAt, this.#lookAt, now)
          : between === 'worse' || order.arrivedAt > this.#lookAt + (now - this.#lookAt) / 4);
      // In the worse case what gains has met no more than is shown.
      const isAll = between === 'worse' && this.#settlement.hasMet(order, crossShare);
      if (isAll && isNew) while (order.lots > 0) this.#settlement.took(order, order.ticks);
      const shown = isAll ? [] : this.#settlement.reach(order, order.ticks, order.lots);
      if (took) for (const price of shown) this.#settlement.took(order, between === 'worse' ? order.ticks : price);
      else if (shown.length > 0) this.#made(order, shown.length, now);
      const isWhole = order.lots > 0 && (isAll || (between !== 'worse' && this.#settlement.hasMet(order, crossShare)));
      if (isWhole) this.#made(order, order.lots, now);
      if (order.lots === 0 && order.state === 'open') this.#end(order, now);
      if (order.state !== 'open') return;
    } else if (mayFill && this.#shown.isPastMid(order) && this.#settlement.hasMet(order, pastShare)) {
      if (between === 'worse' && order.arrivedAt >= this.#lookAt) while (order.lots > 0) this.#settlement.took(order, order.ticks);
      else this.#made(order, order.lots, now);
      if (order.state === 'open') this.#end(order, now);
      return;
    }
    if (this.#shown.isBeyond(order.side, order.ticks)) {
      order.shown = undefined;
      order.depth = Infinity;
      return;
    }
    const shown = this.#shown.shownAt(order.side, order.ticks);
    const depth = this.#shown.betterThan(order.side, order.ticks);
    const ahead = order.ahead - Math.floor(Math.max(0, (order.shown ?? 0) - shown) * this.#outlook.share(order, queueShare));
    const before = order.depth;
    order.shown = shown;
    order.ahead = Math.max(0, Math.min(ahead, shown));
    order.depth = depth;
    if (mayFill && depth === 0 && shown === 0 && before > 0 && before < Infinity) {
      const met = Math.floor(order.lots * this.#outlook.share(order, holeShare));
      this.#sweeps.saw(order.side, met, before);
      if (met > 0) this.#made(order, met, now);
    }
    if (mayFill && ahead < 0 && order.lots > 0) {
      const met = this.#flow.spend(Math.min(-ahead, order.lots));
      if (met > 0) this.#made(order, met, now);
    }
  }

  #rest(order: NaiveOrder, now: number): void {
    const isBeyond = this.#shown.isBeyond(order.side, order.ticks);
    if (order.state !== 'open') this.#walk.push(order);
    order.state = 'open';
    order.arrivedAt = now;
    order.rank = this.#rank++;
    order.shown = isBeyond ? undefined : this.#shown.shownAt(order.side, order.ticks);
    order.ahead = order.shown ?? Infinity;
    order.depth = isBeyond ? Infinity : this.#shown.betterThan(order.side, order.ticks);
  }

  #made(order: NaiveOrder, lots: number, now: number): void {
    order.lots -= lots;
    this.#listed.push({ at: undefined, text: `FILLED ${order.id} ${lots}@${order.ticks} ${now}` });
    if (order.lots === 0) this.#end(order, now);
  }

  #end(order: NaiveOrder, now: number): void {
    const place = this.#walk.indexOf(order);
    const last = place < 0 ? undefined : this.#walk.pop()!;
    if (last !== undefined && last !== order) this.#walk[place] = last;
    order.state = 'ended';
    order.endedAt = now;
  }

  #meetsOwn(side: number, limit: number): boolean {
    return this.#open().some((other) => other.side !== side && (limit === 0 || (side === 0 ? limit >= other.ticks : limit <= other.ticks)));
  }
}
