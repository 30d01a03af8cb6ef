import { type MetricsServer, serveMetrics } from './metricsServer.ts';
import { STANDING_BY } from './standingBy.ts';

/** Serves what monitoring reads of a daemon that stands by: it lives, it is not ready, and why. */
export function monitorStandby(why: () => string, port: number): Promise<MetricsServer> {
  const { name, type, help } = STANDING_BY;
  return serveMetrics(
    {
      contentType: 'text/plain; version=0.0.4; charset=utf-8',
      metrics: () => Promise.resolve(`# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${name} 1\n`),
      readiness: () => ({ ready: false, reasons: [why()] }),
    },
    port,
  );
}
