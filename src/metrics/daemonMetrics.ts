import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { CallObserver, CallOutcome } from '../client/callObserver.ts';
import { exchange } from '../contract/exchange.ts';
import type { MetricSource, StatusMetric } from './metric.ts';
import { COMMIT_METRIC, REQUEST_METRIC } from './timedMetrics.ts';
import { STATUS_METRICS } from './statusMetrics.ts';

/** The figures of one daemon. Those of its status are read when they are asked for; requests and commits are measured as they happen. */
export class DaemonMetrics implements CallObserver {
  readonly #registry = new Registry();
  readonly #requests = new Histogram({ ...REQUEST_METRIC, registers: [this.#registry] });
  readonly #commits = new Histogram({ ...COMMIT_METRIC, registers: [this.#registry] });
  readonly #figures = STATUS_METRICS.map((metric) => ({ metric, figure: figureOf(metric, this.#registry) }));

  constructor() {
    collectDefaultMetrics({ register: this.#registry });
  }

  answered(operation: string, outcome: CallOutcome, ms: number): void {
    this.#requests.observe({ operation: Object.hasOwn(exchange, operation) ? operation : 'raw', outcome }, ms / 1000);
  }

  committed(ms: number): void {
    this.#commits.observe(ms / 1000);
  }

  readonly contentType: string = this.#registry.contentType;

  /** All figures as Prometheus reads them. */
  text(source: MetricSource): Promise<string> {
    for (const { metric, figure } of this.#figures) {
      figure.reset();
      for (const [labels, value] of metric.read(source)) {
        const named = Object.fromEntries(metric.labels.map((label, at) => [label, labels[at]!]));
        figure.inc(named, value);
      }
    }
    return this.#registry.metrics();
  }
}

function figureOf({ name, type, help, labels }: StatusMetric, registry: Registry): Gauge | Counter {
  const options = { name, help, labelNames: labels, registers: [registry] };
  return type === 'gauge' ? new Gauge(options) : new Counter(options);
}
