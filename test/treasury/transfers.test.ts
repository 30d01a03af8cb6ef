import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Transfers } from '../../src/treasury/transfers.ts';
import { BTC_ADDRESS, ETH_ADDRESS, faultOf, type TransferBench, transferBench } from './transferBench.ts';

const WITHDRAW = 'exchange.withdrawals.create';
const PAY_OUT = 'processing.payouts.create';
const TO = { currency: 'BTC', networkCode: 'BTC', destinationAddress: BTC_ADDRESS, amount: '0.005', feeType: 'gross' };
const PAYOUT = { currencyFrom: 'EUR', amountFrom: '100', currencyTo: 'USDT', networkCode: 'ETH', address: ETH_ADDRESS };

let bench: TransferBench;
beforeEach(async () => {
  bench = await transferBench();
});
afterEach(() => bench.end());

const withdraw = (referenceId: string, more: Readonly<Record<string, string>> = {}): Promise<unknown> =>
  bench.send(WITHDRAW, { ...TO, referenceId, ...more });

describe(Transfers.name, () => {
  it('journals a withdrawal before it is sent, with its reference, its destination and what is at risk', async () => {
    expect(await withdraw('w-1')).toMatchObject({ referenceId: 'w-1' });
    const [intent] = await bench.journalled();
    expect(intent).toMatchObject({
      kind: 'transfer',
      state: 'acknowledged',
      strategy: 'operator',
      lane: `withdrawal BTC BTC ${BTC_ADDRESS}`,
      fingerprint: `${WITHDRAW} 0.005 BTC (withdrawal w-1)`,
      exposureCurrency: 'BTC',
      venueId: bench.simulator.truth().transactions[0]!.id,
    });
    expect(intent!.exposure.toFixed()).toBe('0.005');
    expect(JSON.parse(intent!.body)).toMatchObject({ referenceId: 'w-1', amount: 0.005 });
    expect(intent!.sentAt).toBeDefined();
  });

  it('takes what the venue refuses for refused only when that is proven; the reference is free again then', { tags: 'long' }, async () => {
    expect(
      await faultOf(withdraw('w-1', { currency: 'ETH', networkCode: 'ETH', destinationAddress: ETH_ADDRESS, amount: '0.01' })),
    ).toMatchObject({ outcome: 'rejected', venueCode: 'insufficient-balance' });
    const body = '{"code":"who-knows","message":"no"}';
    bench.fault = ({ operation }) => (operation === 'withdrawals.create' ? { kind: 'status', status: 400, body, apply: false } : undefined);
    expect(await faultOf(withdraw('w-1'))).toMatchObject({ code: 'refused', outcome: 'unknown' });
    expect((await bench.journalled()).map(({ state }) => state)).toEqual(['rejected', 'unknown']);
  });

  it('takes nothing for sent when the request could not be put together', async () => {
    expect(await faultOf(withdraw('w-1', { amount: '-1' }))).toMatchObject({ code: 'invalid-request', outcome: 'not-sent' });
    expect(await bench.journalled()).toEqual([]);
  });

  it('refuses a reference that was used before, and says what became of the first', async () => {
    await withdraw('w-1');
    const again = await faultOf(withdraw('w-1', { amount: '0.002' }));
    expect(again).toMatchObject({ code: 'refused', outcome: 'not-sent' });
    expect(again.message).toMatch(
      /the reference of withdrawal w-1 was used before: transfer \w+ of 2026-.* is acknowledged, \d+\. Nothing is sent/,
    );
    expect(bench.requests('withdrawals.create')).toBe(1);
  });

  it('tells a batch row from the withdrawal whose reference it has', async () => {
    await withdraw('w-1');
    const rows = JSON.stringify([
      { currency: 'BTC', networkCode: 'BTC', amount: 0.002, destinationAddress: BTC_ADDRESS, referenceId: 'w-1' },
    ]);
    const fault = await faultOf(bench.send('exchange.withdrawalBatches.validate', { rows }));
    expect(fault).toMatchObject({ code: 'refused', outcome: 'not-sent' });
    expect(bench.requests('withdrawalBatches.validate')).toBe(0);
  });

  it('lets one of two with the same reference pass that are asked for at once', async () => {
    const both = [1, 2].map(() => bench.begin(WITHDRAW, { ...TO, referenceId: 'w-1' }));
    const ends = await bench.run(Promise.allSettled(both));
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(bench.requests('withdrawals.create')).toBe(1);
  });

  it('sends nothing to a place as long as nobody knows what came of an earlier one; other places are open', async () => {
    bench.fault = ({ operation }) => (operation === 'withdrawals.create' ? { kind: 'drop-before' } : undefined);
    expect(await faultOf(withdraw('w-1'))).toMatchObject({
      outcome: 'unknown',
      suggestion: expect.stringContaining("don't send it again") as string,
    });
    bench.fault = undefined;
    const again = await faultOf(withdraw('w-2'));
    expect(again).toMatchObject({ code: 'lane-frozen', outcome: 'not-sent' });
    expect(again.suggestion).toMatch(/sluice orders resolve \w+ --adopt ID/);
    const eth = { currency: 'USDT', networkCode: 'ETH', destinationAddress: ETH_ADDRESS, amount: '50', referenceId: 'w-3' };
    expect(await bench.send(WITHDRAW, eth)).toMatchObject({ referenceId: 'w-3' });
    expect(bench.requests('withdrawals.create')).toBe(2);
  });

  it('does not take an answer about another withdrawal, or one without an id, for an acknowledgement', async () => {
    for (const [referenceId, body] of [
      ['w-1', '{"id":7,"currency":"BTC","networkCode":"BTC","grossAmount":9,"netAmount":9,"amount":9,"fee":0,"destinationAddress":"x"}'],
      ['w-2', '{}'],
    ] as const) {
      bench.fault = ({ operation }) => (operation === 'withdrawals.create' ? { kind: 'garble', body } : undefined);
      expect(await faultOf(withdraw(referenceId, { networkCode: 'BTC' }))).toMatchObject({ outcome: 'unknown' });
      bench.fault = undefined;
      await bench.rounds(20_000);
    }
    expect((await bench.journalled()).map(({ state }) => state)).toEqual(['adopted', 'adopted']);
  });

  it('makes a payout known by its order id', { tags: 'long' }, async () => {
    const { payoutIntentId } = (await bench.send(PAY_OUT, { ...PAYOUT, customOrderId: 'p-1' })) as { payoutIntentId: string };
    expect(await bench.journalled()).toMatchObject([
      { state: 'acknowledged', venueId: payoutIntentId, lane: `payout USDT ETH ${ETH_ADDRESS.toLowerCase()}`, exposureCurrency: 'EUR' },
    ]);
    expect(await faultOf(bench.send(PAY_OUT, { ...PAYOUT, customOrderId: 'p-1' }))).toMatchObject({ code: 'refused' });
    const payment = { currencyFrom: 'USDT', currencyTo: 'USDT', amountTo: '100', networkCode: 'ETH', customOrderId: 'p-1' };
    expect(await bench.send('processing.paymentIntents.create', payment)).toMatchObject({ customOrderId: 'p-1' });
  });

  describe('requests that are typed with their path', () => {
    const body = JSON.stringify({ ...TO, amount: 0.005, referenceId: 'w-1' });

    it('are the same transfers, however the path is written', async () => {
      expect(await bench.raw('POST', '//v2/Withdrawals/', body).catch(() => undefined)).toBeUndefined();
      expect(await bench.journalled()).toMatchObject([{ kind: 'transfer', lane: `withdrawal BTC BTC ${BTC_ADDRESS}` }]);
    });

    it('need a reference, since their bytes are sent as they are', async () => {
      const fault = await faultOf(bench.raw('POST', '/v2/withdrawals', JSON.stringify({ ...TO, amount: 0.005 })));
      expect(fault).toMatchObject({
        code: 'invalid-request',
        outcome: 'not-sent',
        suggestion: expect.stringContaining(WITHDRAW) as string,
      });
    });

    it('are journalled too when the contract does not have them, and wait for a person when their answer is lost', async () => {
      bench.fault = () => ({ kind: 'drop-before' });
      expect(await faultOf(bench.raw('POST', '/v1/fiat/withdrawals', '{"amount":5}'))).toMatchObject({ outcome: 'unknown' });
      await bench.rounds(10_000);
      expect(await bench.journalled()).toMatchObject([{ state: 'quarantined', fingerprint: 'exchange POST /v1/fiat/withdrawals' }]);
    });

    it('that only read are not journalled, and a GET with the body of a refund is refused', async () => {
      await bench.raw('GET', '/v1/balances', '');
      const search = await bench.raw('POST', '/v1/payout-intents/search', '{}', 'processing');
      expect(search).toEqual([]);
      expect(await bench.journalled()).toEqual([]);
      const fault = await faultOf(bench.raw('GET', '/v2/withdrawals', body));
      expect(fault).toMatchObject({ code: 'usage', outcome: 'not-sent' });
    });
  });

  describe('a batch', () => {
    const rows = JSON.stringify(
      ['b-1', 'b-2'].map((referenceId) => ({
        currency: 'BTC',
        networkCode: 'BTC',
        amount: 0.002,
        destinationAddress: BTC_ADDRESS,
        referenceId,
      })),
    );
    const confirm = (withdrawalBatchId: string): Promise<unknown> =>
      bench.send('exchange.withdrawalBatches.confirm', { withdrawalBatchId });

    it('is read again and held against what was validated before it is confirmed', async () => {
      const [draft] = (await bench.send('exchange.withdrawalBatches.validate', { rows })) as { id: number }[];
      await confirm(String(draft!.id));
      const [validated, confirmed] = await bench.journalled();
      expect(validated).toMatchObject({ state: 'acknowledged', venueId: String(draft!.id) });
      expect(confirmed).toMatchObject({ state: 'acknowledged', targetId: String(draft!.id), exposureCurrency: 'BTC' });
      expect(confirmed!.exposure.gt('0.004')).toBe(true);
      expect(await faultOf(confirm(String(draft!.id)))).toMatchObject({ code: 'refused', outcome: 'not-sent' });
      expect(bench.requests('withdrawalBatches.confirm')).toBe(1);
    });

    it('may be validated again as long as nobody has confirmed it', async () => {
      await bench.send('exchange.withdrawalBatches.validate', { rows });
      const [second] = (await bench.send('exchange.withdrawalBatches.validate', { rows })) as { id: number }[];
      await confirm(String(second!.id));
      const third = await faultOf(bench.send('exchange.withdrawalBatches.validate', { rows }));
      expect(third).toMatchObject({ code: 'refused', outcome: 'not-sent' });
      expect(third.message).toContain('the reference of withdrawal b-1 was used before');
    });

    it.each([
      ['another number of rows', { draftTransactionCount: 3 }, /has 3 withdrawals of BTC, and 2 were validated/],
      ['another amount', { amount: 0.3 }, /is of 0.3 BTC, and 0.004 were validated/],
    ])('is not confirmed with %s', async (_what, change, message) => {
      const [draft] = (await bench.send('exchange.withdrawalBatches.validate', { rows })) as { id: number }[];
      const shown = await bench.send('exchange.withdrawalBatches.get', { withdrawalBatchId: String(draft!.id) });
      const body = JSON.stringify({ ...(shown as object), ...change });
      bench.fault = ({ operation }) => (operation === 'withdrawalBatches.get' ? { kind: 'garble', body } : undefined);
      const fault = await faultOf(confirm(String(draft!.id)));
      expect(fault).toMatchObject({ code: 'refused', outcome: 'not-sent' });
      expect(fault.message).toMatch(message);
      expect(bench.requests('withdrawalBatches.confirm')).toBe(0);
    });

    it('is not confirmed when the draft can not be read', async () => {
      expect(await faultOf(confirm('999'))).toMatchObject({ code: 'not-found', outcome: 'not-sent' });
      expect(await bench.journalled()).toEqual([]);
    });
  });
});
