import { type Decimal, dec } from '../../base/decimal.ts';
import type { EquitySeries } from '../runRecord.ts';

/** The mid of a symbol at the end of a run. Undefined where none is known. */
export function lastMid({ mids }: Pick<EquitySeries, 'mids'>, symbol: string): Decimal | undefined {
  const mid = mids[symbol]?.at(-1);
  return mid === undefined || !(mid > 0) || !Number.isFinite(mid) ? undefined : dec(String(mid));
}
