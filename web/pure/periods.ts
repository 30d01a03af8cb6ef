import type { ControlArgs } from '../../src/control/contract/controlRequests.ts';
import { shellWord } from './shellWord.ts';

export type Period = NonNullable<ControlArgs<'profit.list'>['by']>;

export const PERIODS: readonly (readonly [Period, Period])[] = [
  ['day', 'day'],
  ['week', 'week'],
  ['month', 'month'],
];

/** How far back the page looks, so that there are a few dozen periods at the most. */
export const DAYS_BACK: Readonly<Record<Period, number>> = { day: 30, week: 84, month: 365 };

/** The command that shows the same. */
export function periodsCommand(by: Period, strategy: string | undefined): string {
  return `sluice profit --by ${by} --since ${DAYS_BACK[by]}d${strategy === undefined ? '' : ` --strategy ${shellWord(strategy)}`}`;
}
