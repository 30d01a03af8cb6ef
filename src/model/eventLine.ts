import type { Instant } from '../base/instant.ts';

/** How much a line of the event log matters, the least first. */
export const LINE_LEVELS = ['info', 'warn', 'error', 'fatal'] as const;

export type LineLevel = (typeof LINE_LEVELS)[number];

/** A line of the event log as a person reads it. */
export interface EventLine {
  /** It grows by one with each line, over restarts too. */
  readonly id: number;
  readonly at: Instant;
  readonly level: LineLevel;
  /** The stable name of what happened, such as `fill` or `refused`. */
  readonly event: string;
  readonly strategy: string | undefined;
  readonly symbol: string | undefined;
  readonly text: string;
}

/** Which lines are asked for. What is left out lets every line pass. */
export interface LineFilter {
  /** The number of a line: those after it, or before it. */
  readonly after?: number | undefined;
  readonly before?: number | undefined;
  /** From this time on, and before that one. */
  readonly from?: Instant | undefined;
  readonly to?: Instant | undefined;
  /** The names of what happened. */
  readonly kinds?: readonly string[] | undefined;
  /** This level, or one that matters more. */
  readonly level?: LineLevel | undefined;
  readonly strategy?: string | undefined;
  readonly symbol?: string | undefined;
}

/** The levels that matter as much or more. */
export function levelsFrom(least: LineLevel): readonly LineLevel[] {
  return LINE_LEVELS.slice(LINE_LEVELS.indexOf(least));
}

export function isAskedFor(line: EventLine, filter: LineFilter): boolean {
  const { after, before, from, to, kinds, level, strategy, symbol } = filter;
  return (
    (after === undefined || line.id > after) &&
    (before === undefined || line.id < before) &&
    (from === undefined || line.at >= from) &&
    (to === undefined || line.at < to) &&
    (kinds === undefined || kinds.includes(line.event)) &&
    (level === undefined || levelsFrom(level).includes(line.level)) &&
    (strategy === undefined || line.strategy === strategy) &&
    (symbol === undefined || line.symbol === symbol)
  );
}
