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
  const close = async (): Promise<void> => {
    // Who finds the socket gone finds the sessions written.
    await page?.close();
    await Promise.all(served.map((one) => one.close()));
  };
  try {
    const place = pagePlace(settings);
    page = place && (await servePage({ daemon, clock, ...place, sessions }));
    served.push(await serveControl(daemon, socket, page));
    page?.keepSessions();
    if (page === undefined && sessions !== undefined) forget(sessions, clock, daemon);
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

/** Where there is no dashboard any more, nobody is in to one that comes later. */
function forget(sessions: string, clock: Clock, daemon: Daemon): void {
  try {
    forgetSessions(sessions, clock);
  } catch (error) {
    daemon.note(messageOf(error));
  }
}
