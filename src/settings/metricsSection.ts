import { section, whole } from './kinds.ts';

/** What monitoring reads. */
export const metricsSection = section('What monitoring reads of a running daemon: /metrics for Prometheus, /livez and /readyz', {
  port: whole(
    { about: 'Port on 127.0.0.1; without it nothing is served, and 0 takes any free one', unit: 'port' },
    { min: 0, max: 65_535 },
  ).optional(),
});
