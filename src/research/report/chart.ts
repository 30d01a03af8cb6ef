import { DAY_MS, type Instant } from '../../base/instant.ts';
import type { ChartOption } from './chartSvg.ts';
import { axisText } from './figureText.ts';

/** A chart before it is drawn: once for a wide page and once for a phone. */
export interface Chart {
  /** The id of its place in the page, with which all ids inside it begin. */
  readonly id: string;
  readonly title: string;
  /** What it shows, with the numbers that matter, for people who can't see it. Everybody else finds it under the chart. */
  readonly about: string;
  readonly legend: readonly LegendEntry[];
  /** Height as a multiple of the usual one. */
  readonly tall?: number;
  option(isNarrow: boolean): ChartOption;
}

/** The legend is part of the page and not of the picture, so that it is text. */
export interface LegendEntry {
  readonly text: string;
  /** The name of a custom property, such as `--fitted`. */
  readonly colour: string;
  readonly shape: 'line' | 'dashed' | 'area' | 'up' | 'down' | 'diamond' | 'bar';
}

/** In a period up to this length, several labels may fall into one minute. */
const SHORT_MS = 10 * 60_000;

/** The time axis that all charts over time share. */
export function timeAxis(from: Instant, to: Instant, isNarrow: boolean, gridIndex = 0): Readonly<Record<string, unknown>> {
  const span = to - from;
  const [formatter, minInterval] =
    span > 3 * 365 * DAY_MS
      ? ['{yyyy}', 365 * DAY_MS]
      : span > 90 * DAY_MS
        ? ['{MMM} {yyyy}', 28 * DAY_MS]
        : span > 2 * DAY_MS
          ? ['{d} {MMM}', DAY_MS]
          : span > SHORT_MS
            ? ['{HH}:{mm}', 0]
            : ['{HH}:{mm}:{ss}', 1000];
  return {
    type: 'time',
    gridIndex,
    min: from,
    max: to,
    minInterval,
    splitNumber: isNarrow ? 3 : 8,
    axisLabel: { color: 'var(--muted)', formatter, hideOverlap: true, fontSize: 12 },
    axisLine: { onZero: false, lineStyle: { color: 'var(--line)' } },
    axisTick: { lineStyle: { color: 'var(--line)' } },
    splitLine: { show: false },
  };
}

export function valueAxis(
  parts: Readonly<Record<string, unknown>> = {},
  formatter: (value: number) => string = axisText,
): Readonly<Record<string, unknown>> {
  return {
    type: 'value',
    scale: true,
    splitNumber: 4,
    axisLabel: { color: 'var(--muted)', formatter, fontSize: 12 },
    axisLine: { show: false },
    axisTick: { show: false },
    splitLine: { lineStyle: { color: 'var(--line)', opacity: 0.6 } },
    ...parts,
  };
}

export function percentText(value: number): string {
  return `${axisText(Number((value * 100).toPrecision(6)))} %`;
}

/**
 * Leaves room for labels on the left and for half a label on the right. Frames above each other must have the same ends, so none
 * of them is fitted to its labels.
 */
export function frame(isNarrow: boolean, parts: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> {
  return { left: isNarrow ? 52 : 64, right: 24, top: 12, bottom: 28, outerBoundsMode: 'none', ...parts };
}

export function line(
  data: readonly (readonly [number, number | null])[],
  colour: string,
  parts: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  return {
    type: 'line',
    data,
    showSymbol: data.length === 1,
    symbol: 'circle',
    symbolSize: 5,
    connectNulls: false,
    silent: true,
    lineStyle: { color: `var(${colour})`, width: 1.6 },
    itemStyle: { color: `var(${colour})` },
    ...parts,
  };
}

/** The number of intervals that a chart of each width is thinned to. */
export function stretchesOf(isNarrow: boolean): number {
  return isNarrow ? 160 : 450;
}
