import { Decimal, minDecimal } from '../../base/decimal.ts';
import { countedIn, type TreasurySchedule } from './treasurySchedule.ts';

/** Balances may have more digits than the venue takes. */
const DECIMALS = 8;

/**
 * How much a schedule wants to move, by what is available of its currency less what waits to leave, and by what it has moved within 24
 * hours; or why nothing.
 */
export function wantedAmount(schedule: TreasurySchedule, available: Decimal, movedToday: Decimal): Decimal | { readonly why: string } {
  const { terms, least, atMostPerDay } = schedule;
  const currency = countedIn(terms);
  const isFloat = terms.type === 'float';
  const bound = isFloat ? terms.keep.amount : terms.above.amount;
  const open = isFloat ? bound.minus(available) : available.minus(bound);
  const there = `${available.toFixed()} ${currency} are available, and ${bound.toFixed()} ${isFloat ? 'are to be kept' : 'stay'}`;
  if (!open.gt(0)) return { why: there };
  const left = atMostPerDay?.minus(movedToday) ?? open;
  if (!left.gt(0))
    return { why: `${movedToday.toFixed()} ${currency} were moved within 24 hours, and ${atMostPerDay!.toFixed()} is the most` };
  const wanted = minDecimal(open, left).toDecimalPlaces(DECIMALS, Decimal.ROUND_DOWN);
  if (!wanted.gt(0) || (least !== undefined && wanted.lt(least)))
    return { why: `${there}; ${wanted.toFixed()} ${currency} is too little to be moved` };
  return wanted;
}
