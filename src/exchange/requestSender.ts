import { type Random, seededRandom } from '../base/random.ts';
import type { Instant } from '../base/instant.ts';
import { RequestBudget, type RequestRate } from './requestBudget.ts';
import { droppedKindOf, type RequestQueue, type VenueRequest } from './requestQueue.ts';
import type { SlotOrder } from './slotOrder.ts';

/** A decision that has waited longer than this for the rate budget is not sent, except for cancels. */
const MAX_DECISION_AGE_MS = 500;

export interface RequestSenderOptions {
  readonly entryMs: number;
  /** The time of each request varies at random by up to this share. None overtakes another. */
  readonly latencySpread: number;
  readonly rate: RequestRate | undefined;
  readonly seed: number | string;
}

/** Sends requests when the rate budget allows it, and knows when they arrive. */
export class RequestSender {
  readonly #requests: RequestQueue;
  readonly #entryMs: number = 0;
  readonly #spread: number = 0;
  readonly #budget: RequestBudget | undefined;
  readonly #random: Random;
  #lastAt = -Infinity;

  constructor(requests: RequestQueue, { entryMs, latencySpread, rate, seed }: RequestSenderOptions) {
    this.#requests = requests;
    this.#entryMs = entryMs;
    this.#spread = latencySpread;
    this.#budget = rate === undefined ? undefined : new RequestBudget(rate);
    this.#random = seededRandom(`request-sender:${seed}`);
  }

  send(kind: number, order: SlotOrder, ticks: number, lots: number, decidedAt: Instant): VenueRequest {
    const requests = this.#requests;
    const request = requests.push(kind, order);
    order.uses++;
    request.ticks = ticks;
    request.lots = lots;
    const leaveAt = this.#budget === undefined ? decidedAt : this.#budget.leaveAt(decidedAt);
    if (leaveAt - decidedAt > MAX_DECISION_AGE_MS) request.kind = droppedKindOf(kind);
    request.arriveAt = leaveAt + this.#entryMs;
    if (this.#spread > 0) this.#vary(request);
    requests.sent(request);
    return request;
  }

  #vary(request: VenueRequest): void {
    const late = Math.round(this.#entryMs * this.#spread * (2 * this.#random.next() - 1));
    request.arriveAt = Math.max(this.#lastAt, request.arriveAt + late);
    this.#lastAt = request.arriveAt;
  }
}
