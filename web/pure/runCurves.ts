import type { ControlReply } from '../../src/control/contract/controlReplies.ts';

export type RunPoints = ControlReply<'runs.series'>;

/** Lines over common times, in milliseconds since 1970. Null where a line has no value at a time. Only as exact as a pixel. */
export interface Curves {
  readonly at: readonly number[];
  readonly lines: readonly Curve[];
}

export interface Curve {
  readonly name: string;
  readonly values: readonly (number | null)[];
}

/** One run: its bands, and what holding would have been worth. */
export function bandCurves(points: RunPoints): Curves {
  const line = (name: string, of: (point: RunPoints[number]) => number): Curve => ({ name, values: points.map(of) });
  return {
    at: points.map(({ at }) => at),
    lines: [
      line('optimistic', ({ equity }) => equity.optimistic),
      line('pessimistic', ({ equity }) => equity.pessimistic),
      line('fitted', ({ equity }) => equity.fitted),
      line('if held', ({ hold }) => hold),
    ],
  };
}

/** How far below its highest so far the fitted band was. */
export function fallCurve(points: RunPoints): Curves {
  let highest = -Infinity;
  const values = points.map(({ equity: { fitted } }) => {
    highest = Math.max(highest, fitted);
    return fitted - highest;
  });
  return { at: points.map(({ at }) => at), lines: [{ name: 'below the highest so far', values }] };
}

/** Several runs: what each has gained since its own beginning, over the times of all. */
export function gainCurves(runs: readonly { readonly name: string; readonly points: RunPoints }[]): Curves {
  const at = [...new Set(runs.flatMap(({ points }) => points.map((point) => point.at)))].sort((a, b) => a - b);
  const lines = runs.map(({ name, points }) => {
    const first = points[0]?.equity.fitted ?? 0;
    const byTime = new Map(points.map((point) => [point.at, point.equity.fitted - first]));
    return { name, values: at.map((time) => byTime.get(time) ?? null) };
  });
  return { at, lines };
}

/** The last value at or before a time. Undefined before the first one. */
export function valueAt({ at, lines }: Curves, line: number, time: number): number | undefined {
  for (let n = at.length - 1; n >= 0; n--) {
    const value = at[n]! <= time ? lines[line]?.values[n] : null;
    if (value !== null && value !== undefined) return value;
  }
  return undefined;
}

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A part of a span, or more of it, by hand; it never leaves the whole and never becomes shorter than a second. */
export function movedSpan({ from, to }: Span, whole: Span, by: 'in' | 'out' | 'earlier' | 'later'): Span {
  const length = to - from;
  const next = by === 'in' ? length / 2 : by === 'out' ? length * 2 : length;
  const middle = (from + to) / 2 + (by === 'earlier' ? -length / 2 : by === 'later' ? length / 2 : 0);
  const span = Math.min(Math.max(next, 1000), whole.to - whole.from);
  const start = Math.min(Math.max(middle - span / 2, whole.from), whole.to - span);
  return { from: Math.round(start), to: Math.round(start + span) };
}
