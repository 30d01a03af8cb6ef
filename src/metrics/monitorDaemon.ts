import type { Daemon } from '../daemon/daemon.ts';
import { sluiceVersion } from '../settings/sluiceVersion.ts';
import type { DaemonMetrics } from './daemonMetrics.ts';
import { type MetricsServer, serveMetrics } from './metricsServer.ts';
import { readinessOf } from './readiness.ts';

/** Serves what monitoring reads of a daemon. */
export function monitorDaemon(daemon: Daemon, metrics: DaemonMetrics, port: number): Promise<MetricsServer> {
  const version = sluiceVersion();
  return serveMetrics(
    {
      contentType: metrics.contentType,
      metrics: () => {
        const { balances } = daemon.trader.snapshot();
        return metrics.text({ status: daemon.status(), tally: daemon.tally, balances, version });
      },
      readiness: () => readinessOf(daemon.status(), daemon.settings.risk.staleAfter),
    },
    port,
  );
}
