import type { Clock } from '../base/clock.ts';
import { redacted } from '../base/redacted.ts';
import type { Log, LogLevel } from '../daemon/log.ts';
import { ChannelQueue } from './channelQueue.ts';
import { type Channel, isAtLeast } from './message.ts';

export interface MessengerOptions {
  readonly channels: readonly Channel[];
  readonly clock: Clock;
  /** Which daemon messages are about. */
  readonly title: string;
  readonly everyMs: number;
  /** The level of an event in place of its own; `off` leaves it out. */
  readonly events: Readonly<Record<string, LogLevel | 'off'>>;
  readonly newId: () => string;
}

/** The event by which a dead channel is told of. */
const DEAD = 'channel-dead';

/** Tells the channels what stands in the log, each by its level. Nothing in here throws, and nobody waits for it. */
export class Messenger {
  readonly #options: MessengerOptions;
  readonly #queues: readonly { readonly channel: Channel; readonly queue: ChannelQueue }[];
  #log: Log | undefined;

  constructor(options: MessengerOptions) {
    this.#options = options;
    const { channels, clock, everyMs, title, newId } = options;
    this.#queues = channels.map((channel) => {
      const onLost = (why: string): void => this.#dead(channel, why);
      return { channel, queue: new ChannelQueue({ channel, clock, everyMs, title, newId, onLost }) };
    });
  }

  /** The log, with everything that is written to it told to the channels as well. */
  over(log: Log): Log {
    this.#log = log;
    return {
      write: (level, event, message, fields) => {
        log.write(level, event, message, fields);
        this.#tell(level, event, message);
      },
      setLevel: (level) => log.setLevel(level),
      flush: () => log.flush(),
    };
  }

  digest(text: string): void {
    const line = { at: this.#options.clock.now(), level: 'info', event: 'digest', text: redacted(text) } as const;
    for (const { channel, queue } of this.#queues) if (channel.digest) queue.add(line);
  }

  /** What can't be told through the channels stands in the log. */
  trouble(message: string): void {
    this.#log?.write('warn', 'trouble', message);
    this.#tell('warn', 'trouble', message);
  }

  async close(withinMs: number): Promise<void> {
    await Promise.all(this.#queues.map(({ queue }) => queue.close(withinMs)));
  }

  #tell(given: LogLevel, event: string, message: string, except?: Channel): void {
    const level = this.#options.events[event] ?? given;
    if (level === 'off') return;
    for (const { channel, queue } of this.#queues) {
      if (channel === except || !isAtLeast(level, channel.level)) continue;
      queue.add({ at: this.#options.clock.now(), level, event, text: redacted(message) });
    }
  }

  /** Those that can still be reached say which one can't. */
  #dead(channel: Channel, why: string): void {
    const message = `the channel ${why}`;
    this.#log?.write('warn', DEAD, message);
    this.#tell('warn', DEAD, message, channel);
  }
}
