/** Series for a chart: times in whole seconds since 1970, each once, rising. Values are only as exact as a pixel. */

export interface ValueAt {
  readonly time: number;
  /** Undefined where nobody knows it. */
  readonly value?: number;
  /** Of the line from here on: none where the next value comes after such a stretch. */
  readonly color?: 'transparent';
}

export interface Bar {
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

interface CandleText {
  readonly from: number;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
}

const MINUTE_MS = 60_000;
/** Seconds without a book that a chart has room for: as many as show the gap, however long it was. */
const MOST_MISSING = 10;

/** One value a second, the last of it. After so long without a book the line is broken until the next one. */
export function midSeries(mids: readonly (readonly [at: number, mid: string])[], oldAfterMs: number): readonly ValueAt[] {
  const bySecond = new Map(mids.map(([at, mid]) => [Math.floor(at / 1000), Number(mid)]));
  return [...bySecond]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([time, value], place, all): ValueAt[] => {
      const missing = (all[place + 1]?.[0] ?? time) - time - 1;
      if (missing * 1000 <= oldAfterMs) return [{ time, value }];
      return [
        { time, value, color: 'transparent' },
        ...Array.from({ length: Math.min(missing, MOST_MISSING) }, (_, second) => ({ time: time + 1 + second })),
      ];
    });
}

/** The closed candles, and the one of this minute as far as the mids tell it. */
export function barSeries(candles: readonly CandleText[], mids: readonly (readonly [at: number, mid: string])[]): readonly Bar[] {
  const closed = candles.map(({ from, open, high, low, close }) => {
    return { time: Math.floor(from / 1000), open: Number(open), high: Number(high), low: Number(low), close: Number(close) };
  });
  const last = mids.at(-1)?.[0];
  if (last === undefined) return closed;
  const from = Math.floor(last / MINUTE_MS) * MINUTE_MS;
  const values = mids.filter(([at]) => at >= from).map(([, mid]) => Number(mid));
  if (closed.some(({ time }) => time * 1000 >= from)) return closed;
  const now = { time: from / 1000, open: values[0]!, high: Math.max(...values), low: Math.min(...values), close: values.at(-1)! };
  return [...closed, now];
}

/** The start of the minute or second of the chart in which something happened. */
export function chartTime(at: number, kind: 'bars' | 'mids'): number {
  return kind === 'bars' ? Math.floor(at / MINUTE_MS) * 60 : Math.floor(at / 1000);
}

/** Since when a chart shows executions, where they are of a list that is cut at `most` and reaches less far back than the chart. Newest first. */
export function fillsSince(times: readonly number[], most: number, chartFrom: number | undefined): number | undefined {
  const oldest = times.at(-1);
  return oldest === undefined || times.length < most || oldest <= (chartFrom ?? Infinity) ? undefined : oldest;
}

/** Times in seconds and values of a line. Where points are further apart than two steps it is broken: nobody knows what was between them. */
export function brokenLine(
  points: readonly { readonly at: number; readonly text: string }[],
  everyMs = Infinity,
): [times: number[], values: (number | null)[]] {
  const pieces = points.flatMap(({ at, text }, place) => {
    const before = points[place - 1]?.at ?? at;
    const here = [at / 1000, Number(text)] as const;
    return at - before > 2 * everyMs ? [[(before + everyMs) / 1000, null] as const, here] : [here];
  });
  return [pieces.map(([time]) => time), pieces.map(([, value]) => value)];
}

/** Where a chart of falls down to `least` has its figures: at 0, and at one or two round ones below. */
export function fallTicks(least: number): readonly number[] {
  if (least >= 0) return [0];
  const power = 10 ** Math.floor(Math.log10(-least));
  const step = [5, 2, 1].map((factor) => factor * power).find((one) => one <= -least) ?? power;
  return 2 * step <= -least ? [-2 * step, -step, 0] : [-step, 0];
}
