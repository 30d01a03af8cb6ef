/** One figure about a run. */
export interface Metric {
  /** Stable; where QuantStats has a function for it, the function's name. */
  readonly name: string;
  /** For people; where QuantStats' report has a line for it, the line's. */
  readonly label: string;
  readonly group: MetricGroup;
  readonly unit: MetricUnit;
  /** A fraction is 0.05 where a person reads 5 %. Null when it would mean nothing. */
  readonly value: number | null;
  /** Why it is null. */
  readonly because: string | undefined;
}

export type MetricGroup = 'returns' | 'risk' | 'drawdown' | 'days' | 'periods' | 'baseline' | 'trading' | 'costs' | 'exposure';
/** `currency`: in the currency of the report. */
export type MetricUnit = 'fraction' | 'ratio' | 'count' | 'days' | 'bps' | 'currency';

/** What a figure is, without its value. */
export type MetricName = Pick<Metric, 'name' | 'label' | 'group' | 'unit'>;

/** The figure, or why it has no meaning: `value` not finite stands for a division by nothing. */
export function metric({ name, label, group, unit }: MetricName, value: number, because: string): Metric {
  const known = Number.isFinite(value);
  return { name, label, group, unit, value: known ? steady(value) : null, because: known ? undefined : because };
}

export function noMetric({ name, label, group, unit }: MetricName, because: string): Metric {
  return { name, label, group, unit, value: null, because };
}

/** Twelve digits are kept: the last ones of a logarithm or a power may differ from one build of Node to the next. */
function steady(value: number): number {
  return Number(value.toPrecision(12)) + 0;
}
