import type { Clock } from '../base/clock.ts';
import { messageOf } from '../base/fault.ts';
import { seededRandom } from '../base/random.ts';
import { ulid } from '../base/ulid.ts';
import { createHttpTransport } from '../client/httpTransport.ts';
import type { Log } from '../daemon/log.ts';
import type { Settings } from '../settings/loadSettings.ts';
import type { Environment } from '../settings/secrets.ts';
import { daily } from './digest.ts';
import { startHeartbeat } from './heartbeat.ts';
import { messageChannels } from './messageChannels.ts';
import { type ChatActions, TelegramCommands } from './telegramCommands.ts';
import { Messenger } from './messenger.ts';

/** What messages say of a process beside what happens. */
export interface Told {
  /** How it stands, in few lines. A rejection is told as trouble. */
  digest(): string | Promise<string>;
  /** Whether it does all that it is there for: then the sign of life is given. */
  isReady(): boolean;
  /** What a chat can have it do. */
  readonly actions: ChatActions;
}

/** The messages of one process. */
export interface ProcessMessages {
  /** The log of the process, with what is written to it told outside as well. */
  over(log: Log): Log;
  /** Begins digest, heartbeat, and what listens to chats. */
  follow(told: Told): void;
  /** Tries once more to deliver what there is, for a few seconds at most. */
  close(): Promise<void>;
}

/** A channel that is dead holds the end of the process up so long at most. */
const CLOSE_WITHIN_MS = 3000;

/** `title` stands over every message. Unless it `listens`, nobody answers chats. Undefined where no message is wanted. Throws a `Fault` `configuration` where a secret is missing. */
export function processMessages(
  settings: Settings,
  env: Environment,
  clock: Clock,
  title: string,
  listens = true,
): ProcessMessages | undefined {
  const { messages } = settings;
  if (Object.keys(messages.channels).length === 0 && messages.heartbeat === undefined) return undefined;
  const transport = createHttpTransport();
  const { channels, beat, listeners } = messageChannels(settings, env, transport, clock);
  const random = seededRandom(`messages:${clock.now()}:${process.pid}`);
  const { every: everyMs, events } = messages;
  const messenger = new Messenger({ channels, clock, title, everyMs, events, newId: () => `msg_${ulid(clock.now(), random)}` });
  const ends: (() => void)[] = [];
  const tellDigest = async (told: Told): Promise<void> => {
    try {
      messenger.digest(await told.digest());
    } catch (error) {
      messenger.trouble(`the digest could not be made: ${messageOf(error)}`);
    }
  };
  return {
    over: (log) => messenger.over(log),
    follow(told) {
      if (messages.digest !== undefined) ends.push(daily(clock, messages.digest, () => void tellDigest(told)));
      const onTrouble = messenger.trouble;
      for (const { api, chats, mayAct } of listens ? listeners : []) {
        const commands = new TelegramCommands({ api, chats, mayAct, clock, actions: told.actions, onTrouble });
        commands.start();
        ends.push(() => commands.end());
      }
      if (beat === undefined || messages.heartbeat === undefined) return;
      ends.push(startHeartbeat({ clock, everyMs: messages.heartbeat.every, isReady: () => told.isReady(), beat, onTrouble }));
    },
    async close() {
      for (const end of ends) end();
      await messenger.close(CLOSE_WITHIN_MS);
      await transport.close();
    },
  };
}
