import type { Decimal } from '../../base/decimal.ts';

/** What a payer needs to pay to an address. */
export interface PaymentTarget {
  readonly currency: string;
  /** Undefined where the venue did not say. */
  readonly network: string | undefined;
  readonly address: string;
  /** Tag, memo or note. */
  readonly tag: string | undefined;
  readonly amount: Decimal | undefined;
}

/** What a QR code holds. `holdsTag`: a payer who scans it sends the tag along. */
export interface PaymentUri {
  readonly text: string;
  readonly holdsTag: boolean;
}

/** How a coin is written on its own network. Undefined where its address alone is what wallets read. */
type Scheme = (target: PaymentTarget) => string;

const WEI = '1000000000000000000';

/**
 * The schemes that wallets know, by the coin on the network of the same name: BIP 21, ERC-681, CIP-13, Solana Pay and SEP-7. A token
 * on a network would need the address of its contract, which nobody here knows.
 */
const SCHEMES: Readonly<Record<string, Scheme>> = {
  BTC: bip21('bitcoin'),
  LTC: bip21('litecoin'),
  DOGE: bip21('dogecoin'),
  ADA: bip21('web+cardano'),
  SOL: bip21('solana'),
  ETH: ({ address, amount }) => withQuery(`ethereum:${address}`, { value: amount?.times(WEI).toFixed(0) }),
  XLM: ({ address, amount, tag }) =>
    withQuery('web+stellar:pay', { destination: address, amount: amount?.toFixed(), memo: tag, memo_type: memoType(tag) }),
};

/** The text of a QR code: an address with its amount where wallets know such a form, else the plain address. */
export function paymentUri(target: PaymentTarget): PaymentUri {
  const { currency, network, address, tag } = target;
  const scheme = network?.toUpperCase() === currency.toUpperCase() ? SCHEMES[currency.toUpperCase()] : undefined;
  return { text: scheme?.(target) ?? address, holdsTag: tag === undefined || (scheme !== undefined && currency.toUpperCase() === 'XLM') };
}

function bip21(scheme: string): Scheme {
  return ({ address, amount }) => withQuery(`${scheme}:${address}`, { amount: amount?.toFixed() });
}

function withQuery(base: string, members: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(members).filter((entry): entry is [string, string] => entry[1] !== undefined);
  if (given.length === 0) return base;
  return `${base}?${given.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`;
}

/** A memo of digits is an id, as those of venues are. */
function memoType(tag: string | undefined): string | undefined {
  return tag === undefined ? undefined : /^\d{1,20}$/.test(tag) ? 'MEMO_ID' : 'MEMO_TEXT';
}
