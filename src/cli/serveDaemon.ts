import type { Clock } from '../base/clock.ts';
import { messageOf } from '../base/fault.ts';
import { serveControl } from '../control/controlServer.ts';
import { forgetSessions } from '../control/page/forgetSessions.ts';
import { pagePlace } from '../control/page/pagePlace.ts';
import { type PageServer, servePage } from '../control/page/pageServer.ts';
import type { Daemon } from '../daemon/daemon.ts';
import type { DaemonMetrics } from '../metrics/daemonMetrics.ts';
import { monitorDaemon } from '../metrics/monitorDaemon.ts';
import type { Settings } from '../settings/loadSettings.ts';
import { type ProcessLock, takeProcessLock } from '../store/processLock.ts';

export interface ServedDaemon {
  readonly daemon: Daemon;
  readonly socket: string;
  readonly settings: Settings;
  readonly clock: Clock;
  /** The file of the dashboard's sessions. The demo keeps none. */
  readonly sessions: string | undefined;
  /** Undefined when monitoring is not to be served. */
  readonly metrics: DaemonMetrics | undefined;
  /** Is told the address for monitoring. */
  readonly onMetrics: (url: string) => void;
  readonly onPage: (page: PageServer) => void;
}

interface Served {
  close(): Promise<void>;
}

interface OwnedSessions {
  readonly lock?: ProcessLock;
  /** Why it could not be had. */
  readonly why?: string;
}

/** Serves the control interface, the dashboard, and what monitoring reads. Either all that is configured is served or nothing. */
export async function serveDaemon({
  daemon,
  socket,
  settings,
  clock,
  sessions,
  metrics,
  onMetrics,
  onPage,
}: ServedDaemon): Promise<Served> {
  const served: Served[] = [];
  let page: PageServer | undefined;
  let owned: OwnedSessions = {};
  const close = async (): Promise<void> => {
    // Who finds the socket gone finds the sessions written.
    await page?.close();
    await owned.lock?.release();
    await Promise.all(served.map((one) => one.close()));
  };
  try {
    const place = pagePlace(settings);
    if (sessions !== undefined) owned = await ownSessions(sessions, clock);
    page = place && (await servePage({ daemon, clock, ...place, sessions: owned.lock && sessions }));
    served.push(await serveControl(daemon, socket, page));
    page?.keepSessions();
    if (page === undefined && owned.lock !== undefined) forget(sessions!, clock, daemon);
    if (page !== undefined && owned.why !== undefined) daemon.note(`who is in to the dashboard is not kept over a restart: ${owned.why}`);
    const monitored = metrics && settings.metrics.port !== undefined && (await monitorDaemon(daemon, metrics, settings.metrics.port));
    if (monitored) {
      served.push(monitored);
      onMetrics(monitored.url);
    }
    if (page !== undefined) onPage(page);
    return { close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * The file is of one process of this machine, which is not said by the store where that is on a server: who was overtaken there still has its
 * browsers in, and writes them down at its end.
 */
async function ownSessions(sessions: string, clock: Clock): Promise<OwnedSessions> {
  try {
    return { lock: await takeProcessLock(sessions, clock, `the file ${sessions}`) };
  } catch (error) {
    return { why: messageOf(error) };
  }
}

/** Where there is no dashboard any more, nobody is in to one that comes later. */
function forget(sessions: string, clock: Clock, daemon: Daemon): void {
  try {
    forgetSessions(sessions, clock);
  } catch (error) {
    daemon.note(messageOf(error));
  }
}
