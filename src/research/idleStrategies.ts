import { counted } from '../base/counted.ts';
import type { Band, RunRecord } from './runRecord.ts';
import { BANDS } from './runRecord.ts';

/** A strategy that traded in no band, and how often each rule refused it in one of them: bands differ in that. */
export interface IdleStrategy {
  readonly name: string;
  readonly band: Band;
  readonly refusals: Readonly<Record<string, number>>;
}

/** The strategies that did not trade in any band. Their backtest says nothing about them. */
export function idleStrategies({ manifest, bands }: RunRecord, band: Band): IdleStrategy[] {
  const idle = new Set(manifest.strategies.map(({ name }) => name));
  for (const each of BANDS) {
    const { fills, conversions } = bands[each];
    for (const { strategy } of conversions) idle.delete(strategy ?? '');
    for (const { fill } of fills) {
      if (idle.size === 0) return [];
      idle.delete(fill.strategy ?? '');
    }
  }
  return [...idle].map((name) => ({ name, band, refusals: bands[band].refusals[name] ?? {} }));
}

/** The text that a terminal and the page show. */
export function idleText({ name, band, refusals }: IdleStrategy): string {
  const rules = Object.entries(refusals).toSorted(([, a], [, b]) => b - a);
  const why =
    rules.length === 0
      ? 'and no risk rule refused it anything'
      : `refused in the ${band} band by ${rules.map(([rule, count]) => `${rule} ${counted(count, 'time')}`).join(', ')}`;
  return `${name} never traded, ${why}`;
}
