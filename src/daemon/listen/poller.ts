import type { Clock } from '../../base/clock.ts';
import { Fault } from '../../base/fault.ts';
import type { Random } from '../../base/random.ts';
import type { InterfaceCalls } from '../../client/interfaceClient.ts';
import type { ProcessingOperations } from '../../contract/processing.ts';
import { Periodic } from '../periodic.ts';
import { derivedNotification, type Notification } from './notification.ts';
import { PollEvents } from './pollEvents.ts';

export interface PollerOptions {
  readonly calls: Pick<InterfaceCalls<ProcessingOperations>, 'prepare' | 'send'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly everyMs: number;
  /** What was created before this is not looked at. */
  readonly createdFromMs: number;
  readonly onNotification: (notification: Notification) => void;
  /** Called for a round that failed. The next one comes later. */
  readonly onTrouble: (error: unknown) => void;
}

/** 001 Limits. */
const TAKE = 500;
/** A round reads at most this many pages. The oldest are left out, which is reported once. */
const MOST_PAGES = 10;

/** Reads payment intents and payouts again and again and reports changes (001 Events, without a public address). */
export class Poller {
  readonly #options: PollerOptions;
  readonly #events = new PollEvents();
  readonly #periodic: Periodic;
  #hasToldOfTooMany = false;

  constructor(options: PollerOptions) {
    this.#options = options;
    this.#periodic = new Periodic({
      clock: options.clock,
      random: options.random,
      periodMs: () => options.everyMs,
      task: () => this.#round(),
      onFailure: options.onTrouble,
    });
  }

  start(): void {
    this.#periodic.start();
  }

  /** Resolves when the round under way has ended. */
  stop(): Promise<void> {
    return this.#periodic.stop();
  }

  async #round(): Promise<void> {
    const { calls, clock, createdFromMs, onNotification } = this.#options;
    const ask = (skip: number) => ({ createdDateFrom: createdFromMs, skip, take: TAKE });
    const tooMany = (what: string): void => this.#tellOfTooMany(what);
    const intents = await everyPage(
      async (skip) => (await calls.send(calls.prepare('paymentIntents.search', ask(skip)))).reply,
      () => tooMany('payment intents'),
    );
    const payouts = await everyPage(
      async (skip) => (await calls.send(calls.prepare('payouts.search', ask(skip)))).reply,
      () => tooMany('payouts'),
    );
    for (const event of [...this.#events.intents(intents), ...this.#events.payouts(payouts)]) {
      onNotification(derivedNotification(event, clock.now()));
    }
  }

  #tellOfTooMany(what: string): void {
    if (this.#hasToldOfTooMany) return;
    this.#hasToldOfTooMany = true;
    const message = `there are ${MOST_PAGES * TAKE} ${what} or more: changes of the oldest are not told`;
    this.#options.onTrouble(new Fault('check-failed', message, { suggestion: 'listen for notifications, or begin later with --since' }));
  }
}

async function everyPage<T>(read: (skip: number) => Promise<readonly T[]>, onTooMany: () => void): Promise<readonly T[]> {
  const items: T[] = [];
  for (let page = 0; page < MOST_PAGES; page++) {
    const next = await read(page * TAKE);
    items.push(...next);
    if (next.length < TAKE) return items;
  }
  onTooMany();
  return items;
}
