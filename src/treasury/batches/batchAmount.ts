import { type Decimal, dec } from '../../base/decimal.ts';

/** 000 Mass withdrawal, row fields: fiat amounts have at most 2 decimals. */
const FIAT_DECIMALS = 2;
/** No currency of a chain has more. */
const CHAIN_DECIMALS = 18;

/** An amount above zero, digits with a point at most; else what is wrong with it. */
export function batchAmount(text: string, kind: 'crypto' | 'fiat'): Decimal | string {
  if (!/^\d{1,30}(?:\.\d{1,40})?$/.test(text)) return faultOf(text);
  const amount = dec(text);
  if (amount.isZero()) return 'must be greater than 0';
  const most = kind === 'fiat' ? FIAT_DECIMALS : CHAIN_DECIMALS;
  return amount.decimalPlaces() > most ? `has more than ${most} decimals` : amount;
}

/** Names the usual mistakes. Nothing is guessed: 1,234 may mean two amounts. */
function faultOf(text: string): string {
  if (/^\d+,\d{3}$/.test(text)) {
    return `has a comma: write ${text.replace(',', '.')} or ${text.replace(',', '')}, whichever is meant`;
  }
  if (/^\d+,\d+$/.test(text)) return `has a decimal comma: write ${text.replace(',', '.')}`;
  if (/^\d{1,3}(?:[.,'’\s]\d{3})+(?:[.,]\d+)?$/.test(text))
    return 'has separators of thousands: write digits, with one point before the decimals';
  if (/^\d+(?:[.,]\d+)?[eE][+-]?\d+$/.test(text)) {
    return 'has an exponent, as spreadsheets show long numbers: format the column as text, and write all digits';
  }
  if (/^[-−(]/.test(text)) return 'must be greater than 0, without a sign';
  if (/^[+\p{Sc}]|[A-Za-z\p{Sc}]/u.test(text)) return 'must be a number alone: the currency has a column of its own';
  return 'must be a number, like 0.015 or 1250';
}
