import { spawn } from 'node:child_process';
import type { CancelTimer, Clock } from '../base/clock.ts';

/** What a supervisor is told of the service. */
export interface ServiceNotify {
  /** It is up, and from now on its loop is watched. Told again, it changes what is shown of the service. */
  ready(status: string): void;
  stopping(): void;
  /** Nothing more is told. */
  end(): void;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Tells systemd (`Type=notify`) that the daemon is up or ends, and, as often as its watchdog asks for, that the loop still turns. Node has
 * no datagram sockets of unix, so `systemd-notify` sends it (`NotifyAccess=all`). Without systemd nothing is told. That a message did not
 * arrive harms nothing by itself: the watchdog would start the daemon anew, which loses nothing.
 */
export function serviceNotify(env: Environment, clock: Pick<Clock, 'setTimer'>): ServiceNotify {
  const { NOTIFY_SOCKET: socket, WATCHDOG_USEC: watchdog, PATH: path } = env;
  let cancelTimer: CancelTimer | undefined;
  let isReady = false;
  const tell = (...words: readonly string[]): void => {
    if (socket === undefined || socket === '') return;
    // It gets nothing else of the environment, which may hold keys.
    const child = spawn('systemd-notify', words, { env: { NOTIFY_SOCKET: socket, PATH: path }, stdio: 'ignore', timeout: TELL_WITHIN_MS });
    child.on('error', () => undefined);
    child.unref();
  };
  const everyMs = Number(watchdog) / 1000 / 2;
  const watch = (): void => {
    tell('WATCHDOG=1');
    cancelTimer = clock.setTimer(everyMs, watch);
  };
  return {
    ready(status) {
      if (isReady) return tell(`STATUS=${status}`);
      isReady = true;
      tell('READY=1', `STATUS=${status}`);
      if (socket !== undefined && everyMs > 0) watch();
    },
    stopping: () => tell('STOPPING=1'),
    end: () => cancelTimer?.(),
  };
}

/** One that hangs must not be followed by ever more. */
const TELL_WITHIN_MS = 5000;
