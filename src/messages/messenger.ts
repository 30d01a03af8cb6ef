import type { Clock } from '../base/clock.ts';
import { redacted } from '../base/redacted.ts';
import type { TellTrouble } from '../base/tellTrouble.ts';
import type { Incidents } from '../daemon/incidents.ts';
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

/** A channel with what it was told. */
interface Recipient {
  readonly channel: Channel;
  readonly queue: ChannelQueue;
  /** Incidents of which it was told that they began, and not yet that they are over. */
  readonly open: Set<string>;
}

/**
 * Tells the channels what stands in the log, each by its level, and the end of what lasts to each that has heard of its beginning. Nothing in here
 * throws, and nobody waits for it.
 */
export class Messenger {
  readonly #options: MessengerOptions;
  readonly #recipients: readonly Recipient[];
  #log: Log | undefined;

  constructor(options: MessengerOptions) {
    this.#options = options;
    const { channels, clock, everyMs, title, newId } = options;
    this.#recipients = channels.map((channel) => {
      const onLost = (why: string): void => this.#dead(channel, why);
      const onBack = (): void => this.#alive(channel);
      return { channel, open: new Set(), queue: new ChannelQueue({ channel, clock, everyMs, title, newId, onLost, onBack }) };
    });
  }

  /** The log, with everything that is written to it told to the channels as well. */
  over(log: Log): Log {
    this.#log = log;
    return {
      write: (level, event, message, fields, incidents) => {
        log.write(level, event, message, fields);
        this.#tell(level, event, message, incidents);
      },
      setLevel: (level) => log.setLevel(level),
      flush: () => log.flush(),
    };
  }

  digest(text: string): void {
    const line = { at: this.#options.clock.now(), level: 'info', event: 'digest', text: redacted(text) } as const;
    for (const { channel, queue } of this.#recipients) if (channel.digest) queue.add(line);
  }

  /** What can't be told through the channels stands in the log. */
  readonly trouble: TellTrouble = (message, about, isOver = false) => {
    const names = about === undefined ? [] : [about];
    if (isOver) this.#say('info', 'trouble-over', message, { ends: names });
    else this.#say('warn', 'trouble', message, { begins: names });
  };

  async close(withinMs: number): Promise<void> {
    await Promise.all(this.#recipients.map(({ queue }) => queue.close(withinMs)));
  }

  #say(level: LogLevel, event: string, message: string, incidents: Incidents, except?: Channel): void {
    this.#log?.write(level, event, message);
    this.#tell(level, event, message, incidents, except);
  }

  #tell(given: LogLevel, event: string, message: string, { begins = [], ends = [] }: Incidents = {}, except?: Channel): void {
    const level = this.#options.events[event] ?? given;
    for (const { channel, queue, open } of this.#recipients) {
      const isAwaited = ends.filter((name) => open.delete(name)).length > 0;
      if (channel === except || level === 'off' || !(isAwaited || isAtLeast(level, channel.level))) continue;
      for (const name of begins) open.add(name);
      // What is awaited is news, however quiet it is elsewhere.
      const shown = isAwaited && !isAtLeast(level, 'info') ? 'info' : level;
      queue.add({ at: this.#options.clock.now(), level: shown, event, text: redacted(message) });
    }
  }

  /** Those that can still be reached say which one can't. */
  #dead(channel: Channel, why: string): void {
    this.#say('warn', DEAD, `the channel ${why}`, { begins: [channelOf(channel)] }, channel);
  }

  #alive(channel: Channel): void {
    this.#say('info', 'channel-back', `the channel ${channel.name} can be reached again`, { ends: [channelOf(channel)] }, channel);
  }
}

function channelOf({ name }: Channel): string {
  return `channel ${name}`;
}
