import { decimalFrom, type Decimal, ZERO } from '../base/decimal.ts';
import type { JsonValue } from '../base/json.ts';
import type { Intent } from '../model/intent.ts';
import { fieldOf } from './bodyFields.ts';

/** What there was of the two currencies of a conversion, right before it was sent. */
export interface BalancesBefore {
  readonly gives: Decimal;
  readonly gets: Decimal;
}

type Balances = ReadonlyMap<string, Decimal>;

const FORM = /; before it there were (-?\d+(?:\.\d+)?) \S+ and (-?\d+(?:\.\d+)?) \S+$/;

/** What the journal keeps of the balances, behind the words for a conversion: the next life asks for it, too. */
export function beforeText(body: JsonValue, balances: Balances): string {
  const { gives, gets } = balancesOf(body, balances);
  return `; before it there were ${gives.toFixed()} ${fieldOf(body, 'fromCurrency')} and ${gets.toFixed()} ${fieldOf(body, 'toCurrency')}`;
}

/** Undefined where they could not be read, and in rows of earlier versions. */
export function balancesBefore({ fingerprint }: Pick<Intent, 'fingerprint'>): BalancesBefore | undefined {
  const [, gives, gets] = FORM.exec(fingerprint) ?? [];
  return gives === undefined ? undefined : { gives: decimalFrom(gives)!, gets: decimalFrom(gets!)! };
}

/** What there is of the two currencies of a conversion. */
export function balancesOf(body: JsonValue, balances: Balances): BalancesBefore {
  const of = (field: string): Decimal => balances.get(fieldOf(body, field)) ?? ZERO;
  return { gives: of('fromCurrency'), gets: of('toCurrency') };
}
