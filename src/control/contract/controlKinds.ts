import { z } from 'zod';
import { type Decimal, decimalFrom } from '../../base/decimal.ts';
import { instantOf } from '../../base/instant.ts';

function moneyThat(holds: (value: Decimal) => boolean, expected: string) {
  return z.string().transform((text, context): Decimal => {
    const value = decimalFrom(text);
    if (value !== undefined && holds(value)) return value;
    context.addIssue({ code: 'custom', message: `expected ${expected} as text` });
    return z.NEVER;
  });
}

const money = moneyThat((value) => value.gt(0), 'a number above 0');
const id = z.string().min(1).max(100);

/** The kinds of fields on the control interface: money is text, times are ISO 8601. */
export const controlKinds = {
  money,
  moneyOrNone: moneyThat((value) => value.gte(0), 'a number of 0 or more'),
  /** What an amount moves by. */
  change: moneyThat((value) => !value.isZero(), 'a number other than 0'),
  id,
  /** What a person decides of a request whose outcome is unknown. */
  adopt: z.strictObject({ type: z.literal('adopt'), venueId: id }),
  notPlaced: z.strictObject({ type: z.literal('not-placed') }),
  side: z.enum(['Buy', 'Sell']),
  size: z.union([z.strictObject({ fromAmount: money }), z.strictObject({ toAmount: money })]),
  note: z.string().min(1).max(500),
  time: z.string().transform((text, context): number => {
    const at = instantOf(text);
    if (at !== undefined) return at;
    context.addIssue({ code: 'custom', message: 'expected an ISO 8601 UTC time' });
    return z.NEVER;
  }),
  whole: (least: number): z.ZodNumber => z.number().int().min(least),
  /** A whole number in a query, where everything is text. */
  counted: (most: number, initial: number) =>
    z.coerce.number<number | string>('expected a whole number').int().min(1).max(most).default(initial),
};
