import { serveControl } from '../control/controlServer.ts';
import type { Daemon } from '../daemon/daemon.ts';
import type { DaemonMetrics } from '../metrics/daemonMetrics.ts';
import { monitorDaemon } from '../metrics/monitorDaemon.ts';
import type { Settings } from '../settings/loadSettings.ts';

export interface ServedDaemon {
  readonly daemon: Daemon;
  readonly socket: string;
  readonly settings: Settings;
  /** Undefined when monitoring is not to be served. */
  readonly metrics: DaemonMetrics | undefined;
  /** Is told the address for monitoring. */
  readonly onMetrics: (url: string) => void;
}

/** Serves the control interface, and what monitoring reads. Either both are served or none is. */
export async function serveDaemon({ daemon, socket, settings, metrics, onMetrics }: ServedDaemon): Promise<{ close(): Promise<void> }> {
  const control = await serveControl(daemon, socket);
  if (metrics === undefined || settings.metrics.port === undefined) return control;
  try {
    const monitored = await monitorDaemon(daemon, metrics, settings.metrics.port);
    onMetrics(monitored.url);
    return { close: async () => void (await Promise.all([monitored.close(), control.close()])) };
  } catch (error) {
    await control.close();
    throw error;
  }
}
