/** One figure about a run. */
export interface Metric {
  /** A stable name. Where QuantStats has a function for the figure, this is the function's name. */
  readonly name: string;
  /** The label for people. Where QuantStats' report has a line for the figure, this is the line's. */
  readonly label: string;
  readonly group: MetricGroup;
  readonly unit: MetricUnit;
  /** Fractions are given as such: 0.05 where a person reads 5 %. Null when the figure would mean nothing. */
  readonly value: number | null;
  /** Why it is null. */
  readonly because: string | undefined;
}

export type MetricGroup = 'returns' | 'risk' | 'drawdown' | 'days' | 'periods' | 'baseline' | 'trading' | 'costs' | 'exposure';
/** `currency` means in the report's currency. */
export type MetricUnit = 'fraction' | 'ratio' | 'count' | 'days' | 'bps' | 'currency';

/** A figure without its value. */
export type MetricName = Pick<Metric, 'name' | 'label' | 'group' | 'unit'>;

/** Makes a figure. A `value` that is not finite comes from a division by zero; the figure is then null, with the reason. */
export function metric({ name, label, group, unit }: MetricName, value: number, because: string): Metric {
  const known = Number.isFinite(value);
  return { name, label, group, unit, value: known ? steady(value) : null, because: known ? undefined : because };
}

export function noMetric({ name, label, group, unit }: MetricName, because: string): Metric {
  return { name, label, group, unit, value: null, because };
}

/** Keeps twelve digits, since the last digits of a logarithm or a power may differ between builds of Node. */
function steady(value: number): number {
  return Number(value.toPrecision(12)) + 0;
}
