import { describe, expect, it } from 'vitest';
import { contract } from '../../src/contract/contract.ts';
import type { InterfaceName } from '../../src/contract/operation.ts';
import { takesMoneyOut } from '../../src/treasury/takesMoneyOut.ts';

const MOVING = [
  'exchange.withdrawals.create',
  'exchange.withdrawalsV1.create',
  'exchange.withdrawalBatches.validate',
  'exchange.withdrawalBatches.confirm',
  'exchange.conversions.execute',
  'processing.paymentIntents.refund',
  'processing.paymentIntents.refundLink',
  'processing.paymentIntents.retry',
  'processing.paymentIntents.acceptReceived',
  'processing.payouts.create',
  'processing.payouts.createPage',
  'hostedPage.refunds.submit',
  'hostedPage.refunds.submitByGateway',
];

describe(takesMoneyOut, () => {
  it('is so for these operations and no others', () => {
    const all = (Object.keys(contract) as InterfaceName[]).flatMap((name) =>
      Object.entries(contract[name]).map(([operation, { method, path }]) => ({ interface: name, operation, method, path, body: '' })),
    );
    const moving = all.filter((request) => takesMoneyOut(request));
    expect(moving.map((request) => `${request.interface}.${request.operation}`).toSorted()).toEqual(MOVING.toSorted());
  });

  it('is so for the same paths without a name, and for what the contract does not have, unless it only reads', () => {
    const raw = (method: string, path: string): boolean =>
      takesMoneyOut({ interface: 'exchange', operation: undefined, method, path, body: '{}' });
    expect(raw('POST', '//v2/Withdrawals/')).toBe(true);
    expect(raw('POST', '/v1/fiat/withdrawals')).toBe(true);
    expect(raw('POST', '/v1/withdrawals/batches')).toBe(true);
    expect(raw('POST', '/v1/fiat/deposits/viban')).toBe(false);
    expect(raw('POST', '/v1/spot-trading/orders'), 'an order is journalled, and no policy is asked').toBe(false);
    expect(raw('POST', '/v1/otc-trading/request-for-quote')).toBe(false);
    expect(raw('GET', '/v1/balances')).toBe(false);
    const link = { interface: 'processing', operation: undefined, method: 'GET', body: '' } as const;
    expect(takesMoneyOut({ ...link, path: '/V1/payment-intents/0f8fad5b-d9cb-469f-a165-70867728950e/crypto-refunds//link' })).toBe(true);
    for (const written of ['crypto-refunds/lin%6b', './crypto-refunds/x/../link', 'crypto-refunds%2Flink', 'crypto-refunds/lin%256b']) {
      const path = `/v1/payment-intents/0f8fad5b-d9cb-469f-a165-70867728950e/${written}`;
      expect([written, takesMoneyOut({ ...link, path })]).toEqual([written, true]);
    }
  });
});
