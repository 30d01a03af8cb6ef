import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Decimal, dec, ZERO } from '../../../src/base/decimal.ts';
import { isFault } from '../../../src/base/fault.ts';
import { only, openVenue, type VenueUnderTest } from '../venueUnderTest.ts';

const OPENING: Readonly<Record<string, string>> = { EUR: '1000', BTC: '0.5', XRP: '500', USDT: '800' };
const DESTINATIONS = {
  BTC: { currency: 'BTC', networkCode: 'BTC', destinationAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' },
  XRP: { currency: 'XRP', networkCode: 'XRP', destinationAddress: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh' },
  USDT: { currency: 'USDT', networkCode: 'TRX', destinationAddress: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' },
} as const;

type Coin = keyof typeof DESTINATIONS;
type Step =
  | { readonly type: 'withdraw'; readonly coin: Coin; readonly amount: number; readonly feeType: string }
  | { readonly type: 'batch'; readonly coin: Coin; readonly amounts: readonly number[] }
  | { readonly type: 'confirm' | 'end' | 'decline' | 'transfer' | 'refuse'; readonly which: number }
  | { readonly type: 'receive'; readonly coin: Coin; readonly amount: number }
  | { readonly type: 'viban'; readonly amount: number }
  | { readonly type: 'order'; readonly amount: number }
  | { readonly type: 'wait'; readonly ms: number };

const coin = fc.constantFrom(...(Object.keys(DESTINATIONS) as Coin[]));
/** From a fraction of the fee to more than there is, with at most eight decimals. */
const amount = fc.tuple(fc.integer({ min: 1, max: 99_999_999 }), fc.constantFrom(1e8, 1e6, 1e5)).map(([digits, scale]) => digits / scale);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ type: fc.constant('withdraw' as const), coin, amount, feeType: fc.constantFrom('default', 'net', 'gross') }),
  fc.record({ type: fc.constant('batch' as const), coin, amounts: fc.array(amount, { minLength: 1, maxLength: 4 }) }),
  fc.record({
    type: fc.constantFrom('confirm' as const, 'end' as const, 'decline' as const, 'transfer' as const, 'refuse' as const),
    which: fc.nat(5),
  }),
  fc.record({ type: fc.constant('receive' as const), coin, amount }),
  fc.record({ type: fc.constant('viban' as const), amount: fc.integer({ min: 1000, max: 99_999 }).map((cents) => cents / 100) }),
  fc.record({ type: fc.constant('order' as const), amount: fc.integer({ min: 10, max: 2000 }).map((lots) => lots / 100_000) }),
  fc.record({ type: fc.constant('wait' as const), ms: fc.constantFrom(1, 5000, 20_000) }),
);

test('whatever goes in and out, no money appears or is lost, and what is held is what is under way', { tags: 'long' }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const venue = openVenue({ balances: only(OPENING), market: { isEu: false } });
      const addresses = await receivingAddresses(venue);
      for (const each of steps) {
        await act(venue, addresses, each);
        await check(venue);
      }
      await venue.advance(60_000);
      await check(venue);
      expect(venue.simulator.truth().failures).toEqual([]);
    }),
    { numRuns: 60 },
  );
});

async function receivingAddresses({ call }: VenueUnderTest): Promise<Record<string, string>> {
  const made: Record<string, string> = {};
  for (const { currency, networkCode } of Object.values(DESTINATIONS)) {
    const { json } = await call('POST', '/v2/deposit-addresses/', { currency, networkCode, addressType: 'Primary' });
    made[currency] = (json as { address: string }).address;
  }
  return made;
}

async function act(venue: VenueUnderTest, addresses: Readonly<Record<string, string>>, each: Step): Promise<void> {
  const { call, simulator, advance } = venue;
  switch (each.type) {
    case 'withdraw':
      await call('POST', '/v2/withdrawals', { ...DESTINATIONS[each.coin], amount: each.amount, feeType: each.feeType });
      return;
    case 'batch':
      await call(
        'POST',
        '/v1/withdrawals/batches',
        each.amounts.map((rowAmount) => ({ ...DESTINATIONS[each.coin], amount: rowAmount })),
      );
      return;
    case 'confirm':
      await call('POST', `/v1/withdrawals/batches/${310 + each.which}/confirmation`);
      return;
    case 'receive':
      simulator.world.sendCrypto({ address: addresses[each.coin]!, amount: dec(each.amount.toFixed(8)) });
      return;
    case 'viban':
      await call('POST', '/v1/fiat/deposits/viban', { amount: each.amount, currency: 'EUR', clientIp: '::1' });
      return;
    case 'order':
      await call('POST', '/v1/spot-trading/orders', { symbol: 'BTC/EUR', type: 'Market', side: 'Sell', amount: each.amount });
      return;
    case 'wait':
      await advance(each.ms);
      return;
    default:
      byHand(venue, each.type, each.which);
  }
}

/** The world acts on something that may not exist or may already have ended. In that case nothing happens. */
function byHand({ simulator: { world } }: VenueUnderTest, type: 'end' | 'decline' | 'transfer' | 'refuse', which: number): void {
  try {
    if (type === 'end') world.endWithdrawal(String(70_000 + which), 'complete');
    else if (type === 'decline') world.endWithdrawal(String(70_000 + which), 'decline');
    else if (type === 'transfer') world.bankTransfer(String(40_000 + which), dec('77.77'));
    else world.endFiatDeposit(String(40_000 + which), 'Declined', 'review');
  } catch (error) {
    if (!isFault(error)) throw error;
  }
}

interface Row {
  readonly type: string;
  readonly status: string;
  readonly currency: string;
  readonly totalAmount: number;
}

async function check({ call, simulator }: VenueUnderTest): Promise<void> {
  const { sums, balances } = simulator.truth();
  for (const [currency, sum] of Object.entries(sums)) expect([currency, sum.toFixed()]).toEqual([currency, OPENING[currency] ?? '0']);
  const { data } = (await call('GET', '/v1/transactions?page=0&count=500')).json as { data: Row[] };
  const pending = data.filter(({ type, status }) => type === 'Send' && status === 'Pending');
  for (const { currency, total, available } of balances) {
    const underWay = pending.filter((row) => row.currency === currency).reduce((held, row) => held.plus(String(row.totalAmount)), ZERO);
    expect([currency, total.minus(available).toFixed()]).toEqual([currency, rounded(underWay)]);
    expect(available.isNegative()).toBe(false);
  }
}

/** Amounts have at most eight decimals. After `JSON.parse`, small ones print with an exponent. */
function rounded(value: Decimal): string {
  return value.toDecimalPlaces(8).toFixed();
}
