import type { Clock } from '../base/clock.ts';
import { profitReader } from '../control/profitReader.ts';
import type { Daemon } from '../daemon/daemon.ts';
import { readinessOf } from '../metrics/readiness.ts';
import type { Settings } from '../settings/loadSettings.ts';
import type { Environment } from '../settings/secrets.ts';
import { chatActions } from './chatActions.ts';
import { digestText } from './digest.ts';
import { messageTitle } from './messageTitle.ts';
import { type ProcessMessages, processMessages } from './processMessages.ts';

/** The messages of one daemon. */
export interface DaemonMessages extends Omit<ProcessMessages, 'follow'> {
  /** Begins digest, heartbeat, and what listens to chats. */
  follow(daemon: Pick<Daemon, 'status' | 'operations' | 'requestStop' | 'settings' | 'history'>): void;
}

/** Undefined where no message is wanted. Throws a `Fault` `configuration` where a secret is missing. */
export function daemonMessages(settings: Settings, env: Environment, clock: Clock): DaemonMessages | undefined {
  const messages = processMessages(settings, env, clock, messageTitle(settings));
  return (
    messages && {
      ...messages,
      follow: (daemon) =>
        messages.follow({
          digest: () => digestText(daemon.status()),
          isReady: () => readinessOf(daemon.status(), daemon.settings.risk.staleAfter).ready,
          actions: chatActions(daemon, profitReader(daemon, clock), clock),
        }),
    }
  );
}
