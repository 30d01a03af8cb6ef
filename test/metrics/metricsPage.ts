import { STATUS_METRICS } from '../../src/metrics/statusMetrics.ts';
import { COMMIT_METRIC, REQUEST_METRIC } from '../../src/metrics/timedMetrics.ts';

interface Row {
  readonly name: string;
  readonly type: string;
  readonly labels: readonly string[];
  readonly help: string;
}

/** Every figure of ours, in the order in which they are served. */
export const METRIC_ROWS: readonly Row[] = [
  ...STATUS_METRICS,
  ...[REQUEST_METRIC, COMMIT_METRIC].map(({ name, help, labelNames }) => ({ name, type: 'histogram', labels: labelNames, help })),
];

/** The reference page of the metrics, `docs/reference/metrics.md`. */
export function metricsPage(): string {
  const rows = METRIC_ROWS.map(({ name, type, labels, help }) => {
    const named = labels.map((label) => `\`${label}\``).join(', ');
    return `| \`${name}\` | ${type} | ${named} | ${help} |`;
  });
  return `# Metrics

Made from the code (\`src/metrics/\`). [Monitoring](../deploy/monitoring.md) says how they are read. A counter begins with 0 at each start of the daemon. Money is rounded here: it is for graphs and alarms, never for books.
Values of labels are few: names from the configuration, operations of the contract, and words of ours.

| name | type | labels | what it is |
|---|---|---|---|
${rows.join('\n')}

Beside them are the usual figures of the process, as every Node program has them: \`process_*\` (processor time, memory, open files) and \`nodejs_*\` (heap, garbage collection, and \`nodejs_eventloop_lag_*\`: how late the loop is that trades).
`;
}
