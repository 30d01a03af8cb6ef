import { messageOf } from '../../base/fault.ts';
import type { Instant } from '../../base/instant.ts';
import { stringifyJson } from '../../base/json.ts';
import type { Deliver } from './deliver.ts';

/** A notification and its receiver. Notifications about one subject arrive in the order in which they were sent. */
export interface Notification {
  /** Where it goes. Without it, nothing is sent. */
  readonly url: string | undefined;
  /** What it is about: the id of an intent, a deposit or a payment. */
  readonly subject: string;
  readonly type: string;
  /** Decimals are written as JSON numbers. */
  readonly body: Readonly<Record<string, unknown>>;
}

export type Notify = (notification: Notification) => void;

export interface DeliveryAttempt {
  readonly at: Instant;
  /** The receiver's status, or what went wrong. */
  readonly outcome: number | string;
}

export interface NotificationDelivery {
  readonly id: string;
  readonly createdAt: Instant;
  readonly url: string;
  readonly subject: string;
  readonly type: string;
  readonly body: string;
  readonly attempts: readonly DeliveryAttempt[];
  readonly state: 'pending' | 'delivered' | 'given-up';
}

interface Held extends NotificationDelivery {
  attempts: DeliveryAttempt[];
  state: 'pending' | 'delivered' | 'given-up';
}

export interface NotifierOptions {
  readonly deliver: Deliver;
  /** Acts after so many milliseconds of the venue's time. */
  readonly later: (delayMs: number, act: () => void) => void;
  readonly now: () => Instant;
}

/** The waits before the second and every later attempt. After the last attempt the notification is given up. */
const BACK_OFF_MS: readonly number[] = [1000, 5000, 30_000, 120_000, 600_000];
const MOST_DELIVERIES = 50_000;

/** Posts notifications with retries, in order for each subject, and keeps a log of the deliveries. */
export class Notifier {
  readonly #options: NotifierOptions;
  readonly #log: Held[] = [];
  readonly #queues = new Map<string, Held[]>();
  #count = 0;
  #isStopped = false;

  constructor(options: NotifierOptions) {
    this.#options = options;
  }

  /** Notifications that have not arrived are not sent again. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Oldest first; the last so many of them. */
  deliveries(most: number = MOST_DELIVERIES): readonly NotificationDelivery[] {
    return this.#log.slice(-most).map((held) => ({ ...held, attempts: [...held.attempts] }));
  }

  readonly notify: Notify = ({ url, subject, type, body }) => {
    if (url === undefined || url === '') return;
    const held: Held = {
      id: `n-${++this.#count}`,
      createdAt: this.#options.now(),
      url,
      subject,
      type,
      body: stringifyJson(body),
      attempts: [],
      state: 'pending',
    };
    this.#log.push(held);
    if (this.#log.length > MOST_DELIVERIES) this.#log.splice(0, MOST_DELIVERIES / 10);
    const queue = this.#queues.get(subject);
    if (queue !== undefined) {
      queue.push(held);
      return;
    }
    this.#queues.set(subject, [held]);
    this.#attempt(subject, held);
  };

  #attempt(subject: string, held: Held): void {
    const at = this.#options.now();
    const headers = { 'content-type': 'application/json', 'user-agent': 'sluice-simulator' };
    this.#options.deliver({ url: held.url, body: held.body, headers }).then(
      (status) => this.#attempted(subject, held, { at, outcome: status }),
      (error: unknown) => this.#attempted(subject, held, { at, outcome: messageOf(error) }),
    );
  }

  #attempted(subject: string, held: Held, attempt: DeliveryAttempt): void {
    held.attempts.push(attempt);
    const { outcome } = attempt;
    const waitMs = BACK_OFF_MS[held.attempts.length - 1];
    if (typeof outcome === 'number' && outcome >= 200 && outcome < 300) held.state = 'delivered';
    else if (waitMs === undefined) held.state = 'given-up';
    else if (this.#isStopped) return;
    else {
      this.#options.later(waitMs, () => this.#attempt(subject, held));
      return;
    }
    this.#next(subject);
  }

  #next(subject: string): void {
    const queue = this.#queues.get(subject)!;
    queue.shift();
    const next = queue[0];
    if (next === undefined) this.#queues.delete(subject);
    else this.#attempt(subject, next);
  }
}
