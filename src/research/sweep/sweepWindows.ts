import { Fault } from '../../base/fault.ts';
import { durationText, type Instant } from '../../base/instant.ts';

/** Records with `from <= at < to`. */
export interface Span {
  readonly from: Instant;
  readonly to: Instant;
}

/** Parameters are chosen on the first span. The second, later one shows what they are worth. */
export interface SweepWindow {
  readonly inSample: Span;
  readonly outOfSample: Span | undefined;
}

export interface WalkForward {
  readonly inSampleMs: number;
  readonly outOfSampleMs: number;
  readonly stepMs: number;
}

const MOST_WINDOWS = 1000;

/** One window, in which the last share of the data is kept out of the choice. */
export function heldOut({ from, to }: Span, share: number): SweepWindow[] {
  if (share === 0) return [{ inSample: { from, to }, outOfSample: undefined }];
  const cut = Math.floor(to - (to - from) * share);
  return [{ inSample: { from, to: cut }, outOfSample: { from: cut, to } }];
}

/**
 * Windows that move through the data. The last one may have less out-of-sample data than the others; it is left out when it has
 * less than half. Throws a `Fault` `configuration` when there is not enough data for one window, or so much that there are too
 * many.
 */
export function walkForward({ from, to }: Span, { inSampleMs, outOfSampleMs, stepMs }: WalkForward): SweepWindow[] {
  const windows: SweepWindow[] = [];
  for (let begin = from; begin + inSampleMs + outOfSampleMs / 2 <= to; begin += stepMs) {
    const cut = begin + inSampleMs;
    if (windows.length === MOST_WINDOWS) {
      throw new Fault(
        'configuration',
        `sweep.walkForward.step: expected at most ${MOST_WINDOWS} windows, and ${durationText(stepMs)} makes more`,
        {
          suggestion: 'take a longer step, or less of the data by --from and --to',
        },
      );
    }
    windows.push({ inSample: { from: begin, to: cut }, outOfSample: { from: cut, to: Math.min(to, cut + outOfSampleMs) } });
  }
  if (windows.length > 0) return windows;
  const needed = inSampleMs + outOfSampleMs / 2;
  const missing = durationText(Math.max(needed - (to - from), 1));
  throw new Fault(
    'configuration',
    `sweep.walkForward: a window needs ${durationText(needed)} (inSample and half of outOfSample), and ${durationText(to - from)} are recorded: ${missing} too little`,
    {
      suggestion: 'record longer, take shorter windows, or leave walkForward out: then sweep.outOfSample is kept back once',
    },
  );
}

/** The first part of a span. */
export function partOf({ from, to }: Span, share: number): Span {
  return { from, to: share === 1 ? to : Math.ceil(from + (to - from) * share) };
}
