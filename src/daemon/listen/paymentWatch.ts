import type { Clock } from '../../base/clock.ts';
import type { Random } from '../../base/random.ts';
import { Periodic } from '../periodic.ts';
import type { NotificationBody } from './notification.ts';
import { notificationId } from './notificationText.ts';

export interface PaymentWatchOptions {
  readonly id: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly everyMs: number;
  /** Reads the payment and tells of it. Resolves to whether it is over. */
  readonly look: () => Promise<boolean>;
  /** Called for a look that failed. The next one comes later. */
  readonly onTrouble: (error: unknown) => void;
}

/** However many hints come, no two looks are closer together than this. */
const LEAST_APART_MS = 1000;

/**
 * Follows a payment by looks of our own. A notification is a hint that brings the next look forward: what it says is never believed,
 * since nobody signs it (001 Events).
 */
export class PaymentWatch {
  readonly #options: PaymentWatchOptions;
  readonly #looks: Periodic;
  readonly #over = Promise.withResolvers<void>();
  #lookedMs = -Infinity;

  constructor(options: PaymentWatchOptions) {
    const { clock, random, everyMs, onTrouble } = options;
    this.#options = options;
    this.#looks = new Periodic({ clock, random, periodMs: () => everyMs, task: () => this.#look(), onFailure: onTrouble });
  }

  start(): void {
    this.#looks.start();
  }

  /** Resolves when a look has shown that the payment is over. */
  get over(): Promise<void> {
    return this.#over.promise;
  }

  hint(body: NotificationBody): void {
    const { id, clock } = this.#options;
    if (notificationId(body)?.toLowerCase() !== id) return;
    this.#looks.nudge(Math.max(0, this.#lookedMs + LEAST_APART_MS - clock.monotonicMs()));
  }

  /** Resolves when the look under way has ended. */
  stop(): Promise<void> {
    return this.#looks.stop();
  }

  async #look(): Promise<void> {
    this.#lookedMs = this.#options.clock.monotonicMs();
    if (await this.#options.look()) this.#over.resolve();
  }
}
