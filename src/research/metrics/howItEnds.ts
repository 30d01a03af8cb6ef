import { isoOf } from '../../base/instant.ts';
import type { TradingHalt } from '../runRecord.ts';

/** Until when a halt lasts in a run, in which nobody resumes anything. */
export function howItEnds({ until }: Pick<TradingHalt, 'until'>): string {
  return until === undefined ? 'to the end' : `until ${isoOf(until)}`;
}
