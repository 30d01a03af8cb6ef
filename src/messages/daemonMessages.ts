import type { Clock } from '../base/clock.ts';
import { seededRandom } from '../base/random.ts';
import { ulid } from '../base/ulid.ts';
import { createHttpTransport } from '../client/httpTransport.ts';
import type { Daemon } from '../daemon/daemon.ts';
import type { Log } from '../daemon/log.ts';
import { readinessOf } from '../metrics/readiness.ts';
import type { Settings } from '../settings/loadSettings.ts';
import type { Environment } from '../settings/secrets.ts';
import { daily, digestText } from './digest.ts';
import { startHeartbeat } from './heartbeat.ts';
import { chatActions } from './chatActions.ts';
import { messageChannels } from './messageChannels.ts';
import { messageTitle } from './messageTitle.ts';
import { TelegramCommands } from './telegramCommands.ts';
import { Messenger } from './messenger.ts';

/** The messages of one daemon. */
export interface DaemonMessages {
  /** The daemon's log, with what is written to it told outside as well. */
  over(log: Log): Log;
  /** Begins digest, heartbeat, and what listens to chats. */
  follow(daemon: Pick<Daemon, 'status' | 'operations' | 'requestStop' | 'settings'>): void;
  /** Tries once more to deliver what there is, for a few seconds at most. */
  close(): Promise<void>;
}

/** A channel that is dead holds the end of the daemon up so long at most. */
const CLOSE_WITHIN_MS = 3000;

/** Undefined where no message is wanted. Throws a `Fault` `configuration` where a secret is missing. */
export function daemonMessages(settings: Settings, env: Environment, clock: Clock): DaemonMessages | undefined {
  const { messages } = settings;
  if (Object.keys(messages.channels).length === 0 && messages.heartbeat === undefined) return undefined;
  const transport = createHttpTransport();
  const { channels, beat, listeners } = messageChannels(settings, env, transport, clock);
  const random = seededRandom(`messages:${clock.now()}:${process.pid}`);
  const messenger = new Messenger({
    channels,
    clock,
    title: messageTitle(settings),
    everyMs: messages.every,
    events: messages.events,
    newId: () => `msg_${ulid(clock.now(), random)}`,
  });
  const ends: (() => void)[] = [];
  return {
    over: (log) => messenger.over(log),
    follow(daemon) {
      if (messages.digest !== undefined) ends.push(daily(clock, messages.digest, () => messenger.digest(digestText(daemon.status()))));
      for (const { api, chats, mayAct } of listeners) {
        const onTrouble = messenger.trouble;
        const commands = new TelegramCommands({ api, chats, mayAct, clock, actions: chatActions(daemon), onTrouble });
        commands.start();
        ends.push(() => commands.end());
      }
      if (beat === undefined || messages.heartbeat === undefined) return;
      const isReady = (): boolean => readinessOf(daemon.status(), daemon.settings.risk.staleAfter).ready;
      ends.push(startHeartbeat({ clock, everyMs: messages.heartbeat.every, isReady, beat, onTrouble: messenger.trouble }));
    },
    async close() {
      for (const end of ends) end();
      await messenger.close(CLOSE_WITHIN_MS);
      await transport.close();
    },
  };
}
