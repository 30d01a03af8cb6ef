import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { openPayments } from './paymentsUnderTest.ts';

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';

const coin = fc.constantFrom(
  { currencyFrom: 'USDT', networkCode: 'ETH' },
  { currencyFrom: 'BTC', networkCode: 'BTC' },
  { currencyFrom: 'ADA', networkCode: 'BNB_TEST' },
);
const amount = fc.integer({ min: 1, max: 10 ** 10 }).map((units) =>
  dec(units)
    .div(10 ** 7)
    .toFixed(),
);
const step = fc.oneof(
  fc.record({ type: fc.constant('intent' as const), coin, amount, currencyTo: fc.constantFrom('EUR', 'VPT', 'USDT') }),
  fc.record({ type: fc.constant('deposit' as const), to: fc.nat(9), amount }),
  fc.record({
    type: fc.constant('act' as const),
    on: fc.nat(9),
    how: fc.constantFrom('crypto-refunds', 'retry/request-for-quote', 'retry', 'manually-completed'),
  }),
  fc.record({ type: fc.constant('payout' as const), amount }),
  fc.record({
    type: fc.constant('price' as const),
    currency: fc.constantFrom('USDT', 'BTC', 'ADA'),
    percent: fc.integer({ min: 60, max: 140 }),
  }),
  fc.record({ type: fc.constant('failure' as const), what: fc.constantFrom('refund' as const, 'payout' as const) }),
  fc.record({ type: fc.constant('time' as const), ms: fc.integer({ min: 0, max: 40_000 }) }),
);
const settings = fc.record({
  threshold: fc.constantFrom('0', '0.02', '0.3').map((text) => dec(text)),
  conversion: fc.boolean(),
  excess: fc.constantFrom('manual' as const, 'automatic' as const),
  merchantCurrency: fc.constantFrom(undefined, 'GBP', 'BTC'),
});

test(
  'over any payments, refunds, payouts and prices the ledger sums to zero in each currency, and nobody owes (001)',
  { tags: 'long' },
  async () => {
    await fc.assert(
      fc.asyncProperty(settings, fc.array(step, { minLength: 3, maxLength: 25 }), async (rules, steps) => {
        const payments = openPayments({ settings: { rules }, fee: { percent: dec('0.007'), fixed: { EUR: dec('0.11') } } });
        const service = payments.simulator.payments;
        const idAt = (at: number): string | undefined => service.book.intents().at(at % Math.max(1, service.book.intents().length))?.id;
        for (const each of steps) {
          switch (each.type) {
            case 'intent':
              await payments.call('POST', '/v2/payment-intents/', {
                ...each.coin,
                currencyTo: each.currencyTo,
                amountTo: Number(each.amount),
              });
              break;
            case 'deposit': {
              const id = idAt(each.to);
              if (id !== undefined) payments.deposit(id, each.amount);
              break;
            }
            case 'act':
              await payments.call('POST', `/v1/payment-intents/${idAt(each.on) ?? 'none'}/${each.how}`);
              break;
            case 'payout':
              await payments.call('POST', '/v2/payout-intents', {
                currencyFrom: 'EUR',
                currencyTo: 'USDT',
                networkCode: 'ETH',
                address: ADDRESS,
                amountFrom: Number(dec(each.amount).toFixed(2)),
              });
              break;
            case 'price':
              payments.setPrice(each.currency, dec('0.01').times(each.percent).toFixed());
              break;
            case 'failure':
              service.failNext(each.what, 'for the test');
              break;
            case 'time':
              await payments.advance(each.ms);
          }
        }
        await payments.advance(3_600_000);
        const { ledger } = service.world;
        for (const [currency, sum] of Object.entries(ledger.sums())) expect([currency, sum.toFixed()]).toEqual([currency, '0']);
        for (const account of ledger.accounts().filter((name) => name !== 'world' && name !== 'converter')) {
          for (const held of Object.values(ledger.holdings(account))) expect(held.isNegative(), account).toBe(false);
        }
        // Everything that is held is held for intents that are not settled.
        for (const intent of service.book.intents()) {
          const isOpen = ['New', 'Pending', 'Processing', 'Failed', 'ManualActionRequired'].includes(intent.status);
          if (!isOpen) expect(ledger.holdings(`intent ${intent.id}`), intent.status).toEqual({});
        }
        for (const { id } of service.payouts.payouts()) expect(ledger.holdings(`payout ${id}`)).toEqual({});
        expect(payments.simulator.truth().failures).toEqual([]);
      }),
      { numRuns: 150, seed: 20_261_120 },
    );
  },
);
