import { Fault } from '../base/fault.ts';
import { type Instant, isoOf } from '../base/instant.ts';
import { option } from './command.ts';
import { timeValue } from './values.ts';

/** The options of every command that reads a part of a recording. */
export const rangeOptions = {
  from: option('--from <time>', 'from then on, like 2026-11-01 or 2026-11-01T09:00:00Z', timeValue),
  to: option('--to <time>', 'before then', timeValue),
};

interface TimeRange {
  readonly from: Instant | undefined;
  readonly to: Instant | undefined;
}

/** Checks the range of the options. Throws a `Fault` `usage` when nothing can lie in it. */
export function timeRange({ from, to }: TimeRange): TimeRange {
  if (from === undefined || to === undefined || from < to) return { from, to };
  const relation = from === to ? 'the same as' : 'later than';
  throw new Fault('usage', `--from ${isoOf(from)} is ${relation} --to ${isoOf(to)}: expected a time before it`, {
    suggestion: 'a day counts as its first moment (UTC): for all of one, name it with --from and the day after it with --to',
  });
}
