import { type Clock, sleep } from '../../base/clock.ts';
import { messageOf } from '../../base/fault.ts';
import type { Notification } from './notification.ts';
import { FORWARDED_HEADER } from './receiver.ts';

/** What became of a notification that was to be passed on. */
export interface Forwarded {
  readonly notification: Notification;
  /** The status of the last answer, or what went wrong. */
  readonly outcome: number | string;
  readonly attempts: number;
  /** The time of the last attempt. */
  readonly tookMs: number;
}

export interface ForwarderOptions {
  readonly url: string;
  readonly clock: Clock;
  readonly onForwarded: (forwarded: Forwarded) => void;
  /** The waits before the second and each later attempt. */
  readonly backOffMs?: readonly number[];
}

const BACK_OFF_MS: readonly number[] = [500, 2000, 8000];
const TIMEOUT_MS = 10_000;
const MOST_WAITING = 1000;

/** Passes notifications on, byte for byte, one after the other. One that is not accepted is sent again a few times. */
export class Forwarder {
  readonly #options: ForwarderOptions;
  readonly #backOffMs: readonly number[];
  readonly #waiting: Notification[] = [];
  readonly #stop = new AbortController();
  #running: Promise<void> | undefined;

  constructor(options: ForwarderOptions) {
    this.#options = options;
    this.#backOffMs = options.backOffMs ?? BACK_OFF_MS;
  }

  add(notification: Notification): void {
    if (this.#stop.signal.aborted) return;
    if (this.#waiting.length >= MOST_WAITING) {
      this.#options.onForwarded({ notification, outcome: `not sent: ${MOST_WAITING} wait already`, attempts: 0, tookMs: 0 });
      return;
    }
    this.#waiting.push(notification);
    this.#running ??= this.#run();
  }

  /** Stops at once. Returns how many were not passed on. */
  async stop(): Promise<number> {
    this.#stop.abort(new Error('the listener ends'));
    await this.#running;
    return this.#waiting.length;
  }

  async #run(): Promise<void> {
    for (let next = this.#waiting[0]; next !== undefined && !this.#stop.signal.aborted; next = this.#waiting[0]) {
      const forwarded = await this.#forward(next);
      if (forwarded === undefined) break;
      this.#waiting.shift();
      this.#options.onForwarded(forwarded);
    }
    this.#running = undefined;
  }

  /** Undefined when it was stopped. */
  async #forward(notification: Notification): Promise<Forwarded | undefined> {
    const { clock } = this.#options;
    for (let attempts = 1; ; attempts++) {
      const startMs = clock.monotonicMs();
      const outcome = await this.#attempt(notification);
      const tookMs = Math.round(clock.monotonicMs() - startMs);
      if (this.#stop.signal.aborted && typeof outcome === 'string') return undefined;
      const waitMs = this.#backOffMs[attempts - 1];
      if (waitMs === undefined || !isWorthAnother(outcome)) return { notification, outcome, attempts, tookMs };
      try {
        await sleep(clock, waitMs, this.#stop.signal);
      } catch {
        return undefined;
      }
    }
  }

  async #attempt({ bytes }: Notification): Promise<number | string> {
    const { clock, url } = this.#options;
    const late = new AbortController();
    const cancel = clock.setTimer(TIMEOUT_MS, () => late.abort(new Error(`no answer within ${TIMEOUT_MS} ms`)));
    const headers = { 'content-type': 'application/json', 'user-agent': 'sluice-listen', [FORWARDED_HEADER]: '1' };
    try {
      const signal = AbortSignal.any([late.signal, this.#stop.signal]);
      const body = bytes as Uint8Array<ArrayBuffer>;
      const response = await clock.track(fetch(url, { method: 'POST', body, headers, redirect: 'manual', signal }));
      await response.body?.cancel();
      return response.status;
    } catch (error) {
      return messageOf(error instanceof TypeError && error.cause instanceof Error ? error.cause : error);
    } finally {
      cancel();
    }
  }
}

/** A refusal is final. A receiver that is down, failing or busy may accept it later. */
function isWorthAnother(outcome: number | string): boolean {
  return typeof outcome === 'string' || outcome >= 500 || outcome === 408 || outcome === 429;
}
