import { FILL_MODELS, type FillModel } from '../../src/exchange/fillModel.ts';
import { TakerFlow } from '../../src/exchange/takerFlow.ts';
import { VenueState } from '../../src/exchange/venueState.ts';
import type { Book } from '../../src/model/book.ts';
import { type Level, type NaiveOrder, NaiveShown, reaches } from './naiveShown.ts';

interface NaiveRequest {
  readonly kind: 'place' | 'replace' | 'cancel';
  readonly order: NaiveOrder;
  readonly ticks: number;
  readonly lots: number;
  readonly arriveAt: number;
}

/** The rules of `SnapshotVenue` in plain objects, sorted and searched anew each time: slow, and easy to read. */
export class NaiveSnapshotVenue {
  readonly #entryMs: number;
  readonly #responseMs: number;
  readonly #everyMs: number;
  readonly #model: FillModel;
  readonly #times = new VenueState();
  readonly #flow: TakerFlow;
  readonly #orders: NaiveOrder[] = [];
  readonly #walk: NaiveOrder[] = [];
  #requests: NaiveRequest[] = [];
  #answers: { at: number; text: string }[] = [];
  #listed: { at: number | undefined; text: string }[] = [];
  readonly #shown = new NaiveShown();
  #blind = true;
  #done = 0;
  #lookAt = 0;
  #readAt = 0;
  #changed = false;
  #rank = 0;
  #gone = [0, 0];
  #goneAt = [0, 0];
  #seen = [0, 0];

  constructor(entryMs: number, responseMs: number, everyMs: number, band: keyof typeof FILL_MODELS, seed: number) {
    this.#entryMs = entryMs;
    this.#responseMs = responseMs;
    this.#everyMs = everyMs;
    this.#model = FILL_MODELS[band];
    this.#flow = new TakerFlow(this.#times, this.#model.sweepTouches, seed);
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
    if (wasBlind) {
      this.#flow.skip();
      this.#readAt = Math.max(this.#readAt, this.#done);
    }
    this.#blind = false;
    this.#shown.look(book);
    const best = [this.#shown.left(0)[0]?.[0], this.#shown.left(1)[0]?.[0]];
    this.#gone = [0, 0];
    this.#seen = [0, 0];
    if (this.#model.sweeps !== 'none') this.#flow.onLook(book.bids, book.asks);
    // Backwards through a list from which the last one fills each place that becomes free.
    for (let i = this.#walk.length - 1; i >= 0; i--) this.#lookAtOrder(this.#walk[i]!, best, !wasBlind);
    this.#lookAt = this.#done;
  }

  gap(from: number): void {
    if (!this.#blind) this.#advance(from - this.#responseMs);
    this.#blind = true;
    for (const order of this.#open()) {
      order.shown = undefined;
      order.ahead = Infinity;
    }
  }

  volume(now: number, lotsPerMs: number): void {
    if (!this.#blind) this.#advance(now - this.#responseMs);
    this.#times.now = this.#done;
    this.#flow.setRate(lotsPerMs);
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
      const sweepAt = this.#times.sweepAt;
      const at = Math.min(sweepAt, arrivalAt, this.#readAt);
      if (at >= before) break;
      const now = Math.max(at, this.#lookAt);
      this.#times.now = now;
      if (at === sweepAt) this.#sweep(now);
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
      if (order.state === 'open') this.#end(order, now);
    } else if (kind === 'place') {
      const refused = this.#meetsOwn(order.side, ticks);
      if (!refused) this.#take(order, now);
      if (refused || (ticks === 0 && order.lots === lots)) {
        answer = 'PLACE_REFUSED';
        order.state = 'ended';
        order.isListed = true;
      } else {
        answer = 'OPENED';
        if (ticks === 0 || order.lots === 0) this.#end(order, now);
        else this.#rest(order, now);
      }
    } else if (order.state !== 'open') answer = 'REPLACE_REFUSED';
    else if (ticks === order.ticks && lots <= order.lots) {
      answer = 'REPLACED';
      order.lots = lots;
    } else if (this.#meetsOwn(order.side, ticks)) answer = 'REPLACE_REFUSED';
    else {
      answer = 'REPLACED';
      order.ticks = ticks;
      order.lots = lots;
      this.#take(order, now);
      if (order.lots === 0) this.#end(order, now);
      else this.#rest(order, now);
    }
    const answeredAt = now + this.#responseMs;
    this.#answers.push({ at: answeredAt, text: `${answer} ${order.id} ${order.lots}@${order.ticks}` });
    const lead = 2 * this.#entryMs + this.#responseMs;
    if (answeredAt >= this.#readAt - lead) this.#changed = true;
    else this.#readAt = Math.min(this.#readAt, answeredAt + 50 + lead);
  }

  #read(at: number): void {
    const roundTrip = this.#entryMs + this.#responseMs;
    for (const order of this.#orders) {
      if (order.state !== 'ended' || order.isListed || order.endedAt > at - roundTrip) continue;
      order.isListed = true;
      this.#listed.push({ at: undefined, text: `CLOSED ${order.id} ${order.lots}@${order.ticks} ${order.endedAt}` });
    }
    for (const report of this.#listed) report.at ??= at + this.#responseMs;
    this.#readAt += this.#responseMs + (this.#changed ? 50 : this.#everyMs) + roundTrip + this.#entryMs;
    this.#changed = false;
  }

  #sweep(now: number): void {
    const { sweeps, refillMs } = this.#model;
    const sides = sweeps === 'both-sides' ? [0, 1] : sweeps === 'one-side' ? [this.#flow.side] : [];
    if (this.#open().length > 0) {
      for (const side of sides) {
        let gone = this.#gone[side]! * Math.max(0, 1 - (now - this.#goneAt[side]!) / refillMs);
        let left = this.#flow.lots[0]!;
        const ours = this.#open()
          .filter((order) => order.side === side)
          .toSorted((a, b) => (side === 0 ? b.ticks - a.ticks : a.ticks - b.ticks) || a.rank - b.rank);
        for (const order of ours) {
          const between = Math.max(0, order.depth + order.ahead - gone);
          if (between >= left) break;
          gone += between;
          left = Math.floor(left - between);
          const met = Math.min(left, order.lots);
          if (met > 0) this.#made(order, met, now);
          left -= met;
          if (left === 0) break;
        }
        this.#gone[side] = gone + left;
        this.#goneAt[side] = now;
      }
    }
    this.#flow.next();
  }

  #lookAtOrder(order: NaiveOrder, best: readonly (number | undefined)[], mayFill: boolean): void {
    const now = this.#done;
    const { crossing, holeShare, queueShare, sweeps } = this.#model;
    const met = best[1 - order.side];
    if (mayFill && met !== undefined && reaches(order, met)) {
      const isLate = order.arrivedAt > this.#lookAt + (now - this.#lookAt) / 4;
      if (isLate) this.#take(order, now);
      const made = crossing === 'whole' ? order.lots : isLate ? 0 : this.#consume(order);
      if (made > 0) this.#made(order, made, now);
      else if (order.lots === 0) this.#end(order, now);
      if (order.lots === 0) return;
    }
    if (this.#shown.isBeyond(order.side, order.ticks)) {
      order.shown = undefined;
      order.depth = Infinity;
      return;
    }
    const shown = this.#shown.shownAt(order.side, order.ticks);
    const depth = this.#shown.betterThan(order.side, order.ticks);
    const ahead = order.ahead - Math.floor(Math.max(0, (order.shown ?? 0) - shown) * queueShare);
    const before = order.depth;
    order.shown = shown;
    order.ahead = Math.max(0, Math.min(ahead, shown));
    order.depth = depth;
    if (mayFill && sweeps !== 'none' && depth === 0 && shown === 0 && before > 0 && before < Infinity) {
      const met = Math.floor(order.lots * holeShare);
      this.#flow.explain(met + Math.max(0, before - this.#seen[order.side]!));
      this.#seen[order.side] = Math.max(this.#seen[order.side]!, before);
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

  #take(order: NaiveOrder, now: number): void {
    for (const [ticks, lots] of this.#reached(order)) {
      const met = Math.min(lots, order.lots);
      if (met === 0) return;
      this.#shown.take(1 - order.side, ticks, met);
      order.lots -= met;
      this.#listed.push({ at: undefined, text: `FILLED ${order.id} ${met}@${ticks} taker ${now}` });
    }
  }

  #consume(order: NaiveOrder): number {
    let wanted = order.lots;
    for (const [ticks, lots] of this.#reached(order)) {
      const met = Math.min(lots, wanted);
      if (met > 0) this.#shown.take(1 - order.side, ticks, met);
      wanted -= met;
    }
    return order.lots - wanted;
  }

  #reached(order: NaiveOrder): Level[] {
    return this.#shown.left(1 - order.side).filter(([ticks]) => reaches(order, ticks));
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
