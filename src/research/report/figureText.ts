import type { Metric, MetricUnit } from '../metrics/metric.ts';

/** A figure as people read it, or a dash when it has no meaning. The currency or basis points stand in its heading. */
export function figureText({ value, unit }: Pick<Metric, 'value' | 'unit'>): string {
  return value === null ? '–' : unitText(value, unit);
}

/** The label of a figure, with the unit that its values leave out. */
export function figureLabel({ label, unit }: Pick<Metric, 'label' | 'unit'>, currency: string): string {
  return unit === 'currency' ? `${label} (${currency})` : unit === 'bps' ? `${label} (bps)` : label;
}

/** The difference of two figures, with its sign. */
export function differenceText(value: number, unit: MetricUnit): string {
  return `${value > 0 ? '+' : ''}${unitText(value, unit)}`;
}

function unitText(value: number, unit: MetricUnit): string {
  switch (unit) {
    case 'fraction':
      return `${digits(value * 100, 2)} %`;
    case 'ratio':
    case 'bps':
    case 'currency':
      return digits(value, 2);
    case 'count':
      return digits(value, 0);
    case 'days':
      return `${digits(value, Number.isInteger(value) ? 0 : 1)} d`;
  }
}

/** A number with this many decimals and spaced thousands. It gets more decimals when it would otherwise read as 0. */
export function digits(value: number, decimals: number): string {
  const small = value !== 0 && Math.abs(value) < 10 ** -decimals && decimals > 0;
  if (small && Math.abs(value) < 1e-6) return '≈ 0';
  const text = small
    ? Number(value.toPrecision(2)).toFixed(Math.min(12, 1 - Math.floor(Math.log10(Math.abs(value)))))
    : value.toFixed(decimals);
  const [whole, fraction] = text.replace('-', '').split('.');
  const grouped = whole!.replace(/\B(?=(?:\d{3})+$)/g, ',');
  const isZero = !/[1-9]/.test(text);
  return `${text.startsWith('-') && !isZero ? '−' : ''}${grouped}${fraction === undefined ? '' : `.${fraction}`}`;
}

/** A number on an axis: 1.2k, 0.004, 3M. */
export function axisText(value: number): string {
  const size = Math.abs(value);
  const sign = value < 0 ? '−' : '';
  if (size >= 1e9) return `${sign}${trimmed(size / 1e9)}G`;
  if (size >= 1e6) return `${sign}${trimmed(size / 1e6)}M`;
  if (size >= 1e5) return `${sign}${trimmed(size / 1e3)}k`;
  if (size >= 1000) return `${sign}${digits(size, Number.isInteger(size) ? 0 : 1)}`;
  return `${sign}${trimmed(size)}`;
}

function trimmed(value: number): string {
  return String(Number(value.toPrecision(5)));
}
