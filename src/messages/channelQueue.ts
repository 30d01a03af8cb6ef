import { counted } from '../base/counted.ts';
import type { CancelTimer, Clock } from '../base/clock.ts';
import { isFault, messageOf } from '../base/fault.ts';
import { within } from '../daemon/within.ts';
import { type Channel, isAtLeast, type Message, type MessageLine } from './message.ts';

export interface ChannelQueueOptions {
  readonly channel: Channel;
  readonly clock: Clock;
  /** Least time between two messages. */
  readonly everyMs: number;
  readonly title: string;
  readonly newId: () => string;
  /** Is told once of each outage, with how many lines were lost. */
  readonly onLost: (why: string) => void;
  /** Is told once when it is over. */
  readonly onBack: () => void;
}

/** What happens at once is one message. */
const GATHER_MS = 2000;
const MOST_LINES = 20;
const MOST_EVENTS = 50;
const FIRST_RETRY_MS = 2000;
const LONGEST_RETRY_MS = 300_000;
const MOST_TRIES = 8;

/**
 * What one channel is still to be told. Nobody waits for it, and it holds no more than one message that is under way and one that
 * gathers, however much happens and however long nobody answers.
 */
export class ChannelQueue {
  readonly #options: ChannelQueueOptions;
  #lines: MessageLine[] = [];
  #more = new Map<string, number>();
  #lost = 0;
  #isDead = false;
  #nextMs = 0;
  #cancelTimer: CancelTimer | undefined;
  /** The message under way, until it was delivered or given up. */
  #current: { readonly message: Message; tries: number } | undefined;
  #underWay: Promise<void> = Promise.resolve();
  #isClosing = false;

  constructor(options: ChannelQueueOptions) {
    this.#options = options;
  }

  add(line: Omit<MessageLine, 'count'>): void {
    if (this.#isClosing) return;
    const known = this.#lines.findIndex(({ event, text }) => event === line.event && text === line.text);
    if (known >= 0) this.#lines[known] = { ...this.#lines[known]!, count: this.#lines[known]!.count + 1 };
    else if (this.#lines.length < MOST_LINES) this.#lines.push({ ...line, count: 1 });
    else {
      const event = this.#more.has(line.event) || this.#more.size < MOST_EVENTS ? line.event : 'other';
      this.#more.set(event, (this.#more.get(event) ?? 0) + 1);
    }
    this.#plan();
  }

  /** Tries once more to deliver what there is, for so long at most. */
  async close(withinMs: number): Promise<void> {
    const { clock } = this.#options;
    this.#isClosing = true;
    this.#cancelTimer?.();
    const last = this.#underWay.then(async () => {
      if (this.#current !== undefined) await this.#try();
      if (this.#lines.length > 0) await this.#sendGathered();
    });
    await within(clock, last, clock.monotonicMs() + withinMs);
    this.#cancelTimer?.();
  }

  #plan(): void {
    if (this.#cancelTimer !== undefined || this.#current !== undefined || this.#isClosing) return;
    const { clock } = this.#options;
    this.#later(Math.max(GATHER_MS, this.#nextMs - clock.monotonicMs()), () => this.#sendGathered());
  }

  #later(delayMs: number, work: () => Promise<void>): void {
    this.#cancelTimer = this.#options.clock.setTimer(delayMs, () => {
      this.#cancelTimer = undefined;
      this.#underWay = work();
    });
  }

  #sendGathered(): Promise<void> {
    const { clock, title, newId } = this.#options;
    const now = clock.now();
    const lost: readonly MessageLine[] =
      this.#lost === 0
        ? []
        : [
            {
              at: now,
              level: 'warn',
              event: 'messages-lost',
              text: `${counted(this.#lost, 'line')} before this could not be delivered`,
              count: 1,
            },
          ];
    const lines = [...lost, ...this.#lines];
    const level = lines.reduce((worst, line) => (isAtLeast(line.level, worst) ? line.level : worst), lines[0]!.level);
    this.#current = { message: { id: newId(), at: now, level, title, lines, more: Object.fromEntries(this.#more) }, tries: 0 };
    this.#lines = [];
    this.#more = new Map();
    return this.#try();
  }

  /** Never rejects. */
  async #try(): Promise<void> {
    const { channel, clock, everyMs } = this.#options;
    const current = this.#current!;
    current.tries++;
    try {
      await channel.send(current.message);
      this.#lost = 0;
      if (this.#isDead) this.#options.onBack();
      this.#isDead = false;
    } catch (error) {
      if (isFault(error) && error.retryable && current.tries < MOST_TRIES) {
        if (!this.#isClosing) this.#later(retryMs(current.tries, error.retryAfterMs), () => this.#try());
        return;
      }
      this.#giveUp(current.message, messageOf(error));
    }
    this.#current = undefined;
    this.#nextMs = clock.monotonicMs() + (this.#isDead ? Math.max(everyMs, LONGEST_RETRY_MS) : everyMs);
    if (this.#lines.length > 0) this.#plan();
  }

  #giveUp({ lines, more }: Message, why: string): void {
    this.#lost +=
      lines.filter(({ event }) => event !== 'messages-lost').length + Object.values(more).reduce((sum, count) => sum + count, 0);
    if (!this.#isDead) this.#options.onLost(`${this.#options.channel.name} can't be reached: ${why}`);
    this.#isDead = true;
  }
}

function retryMs(tries: number, askedMs = 0): number {
  return Math.min(LONGEST_RETRY_MS, Math.max(askedMs, FIRST_RETRY_MS * 2 ** (tries - 1)));
}
