import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../src/base/instant.ts';
import { type RecoveredTransfers, recoverTransfers } from '../../src/daemon/recoverTransfers.ts';
import { enterRecovered, isRecovered } from '../../src/treasury/enterRecovered.ts';
import { BTC_ADDRESS, ETH_ADDRESS, faultOf, transferBench, type TransferBench } from './transferBench.ts';

let bench: TransferBench;
beforeEach(async () => void (bench = await transferBench()));
afterEach(() => bench.end());

const WITHDRAWAL = { currency: 'BTC', networkCode: 'BTC', amount: '0.005', destinationAddress: BTC_ADDRESS };
const PAYOUT = { currencyFrom: 'EUR', amountFrom: '100', currencyTo: 'USDT', networkCode: 'ETH', address: ETH_ADDRESS };
const PAYMENT = { currencyFrom: 'USDT', currencyTo: 'USDT', amountTo: '100', networkCode: 'ETH' };
const withdraw = (referenceId: string): Promise<unknown> => bench.send('exchange.withdrawals.create', { ...WITHDRAWAL, referenceId });
const payOut = (customOrderId: string): Promise<unknown> => bench.send('processing.payouts.create', { ...PAYOUT, customOrderId });

function recover(name: 'exchange' | 'processing' | 'hostedPage', isEmpty = true, wholeAt = bench.clock.now()): Promise<RecoveredTransfers> {
  const old = { store: bench.store, isEmpty, wholeAt, kept: undefined };
  const calls = bench.calls(name === 'processing' ? 'processing' : 'exchange');
  const options = { interface: name, calls, firstPage: 0, clock: bench.clock, sinceMs: 30 * DAY_MS };
  return bench.run(recoverTransfers(old, { ...options, holdMoves: () => Promise.resolve(0) }));
}

describe(enterRecovered.name, () => {
  it('shuts each place to which something was sent that the journal has lost, until a person has decided', { tags: 'long' }, async () => {
    await withdraw('w-1');
    await withdraw('w-2');
    await bench.restart();
    const { uncertainPlaces: places } = await recover('exchange');
    expect(places).toHaveLength(1);
    expect(places[0]!.why.match(/ BTC, \w+\)/g)).toHaveLength(2);
    expect(await faultOf(withdraw('w-3'))).toMatchObject({ code: 'lane-frozen', outcome: 'not-sent' });
    await bench.rounds(1_000_000);
    expect(bench.told.join()).toContain('waits for a person: the journal was rebuilt');
    expect(bench.told.join()).not.toContain('was found');
    const settled = await bench.run(bench.transfers('exchange').resolve(places[0]!.id, { type: 'adopt', venueId: '70001' }));
    expect(settled).toMatchObject({ state: 'adopted', venueId: '70001' });
    await withdraw('w-3');
    expect(bench.requests('withdrawals.create')).toBe(3);
  });

  it(
    'takes no reference a second time that the venue shows, and lets one go that a person says was not ours',
    { tags: 'long' },
    async () => {
      await withdraw('w-1');
      await bench.restart();
      const { uncertainPlaces: places } = await recover('exchange');
      expect(await faultOf(withdraw('w-1'))).toMatchObject({
        code: 'refused',
        message: expect.stringContaining('was used before') as string,
      });
      await bench.run(bench.transfers('exchange').resolve(places[0]!.id, { type: 'not-placed' }));
      await withdraw('w-2');
    },
  );

  it('shuts nothing for what is old, was declined, or came in, and knows its references all the same', { tags: 'long' }, async () => {
    await withdraw('w-1');
    await bench.pass(2 * DAY_MS);
    await bench.restart();
    expect((await recover('exchange')).uncertainPlaces).toEqual([]);
    expect(await faultOf(withdraw('w-1'))).toMatchObject({ code: 'refused' });
    await withdraw('w-2');
  });

  it('enters nothing that the journal knows', async () => {
    await withdraw('w-1');
    expect((await recover('exchange', false)).uncertainPlaces).toEqual([]);
    expect((await bench.journalled()).filter(isRecovered)).toEqual([]);
  });

  it(
    'finds what was lost long before the newest row, where another machine has gone on with a journal that was set back',
    { tags: 'long' },
    async () => {
      await withdraw('w-1');
      const wholeAt = bench.clock.now();
      await bench.restart();
      await bench.pass(3_600_000);
      await withdraw('w-2');
      await bench.pass(1000);
      const { uncertainPlaces: places } = await recover('exchange', false, wholeAt);
      expect(places).toHaveLength(1);
      expect(places[0]!.why.match(/ BTC, \w+\)/g)).toHaveLength(1);
      expect(await faultOf(withdraw('w-1'))).toMatchObject({ code: 'refused' });
    },
  );

  it('may be repeated: it enters nothing twice, and tells again what waits', async () => {
    await withdraw('w-1');
    await bench.restart();
    const first = await recover('exchange');
    const rows = await bench.journalled();
    expect(await recover('exchange')).toEqual(first);
    expect(await bench.journalled()).toEqual(rows);
  });

  it('shuts the pair of currencies of a conversion that the journal has lost, for transfers', { tags: 'long' }, async () => {
    const quote = (await bench.foreign('quotes.request', { fromCurrency: 'EUR', toCurrency: 'BTC', fromAmount: '100' })) as {
      readonly id: string;
      readonly amountTo: { toFixed(): string };
    };
    const fields = { id: quote.id, fromCurrency: 'EUR', toCurrency: 'BTC', fromAmount: '100', toAmount: quote.amountTo.toFixed() };
    await bench.send('exchange.conversions.execute', fields);
    await bench.restart();
    const { uncertainPlaces: places } = await recover('exchange');
    expect(places).toMatchObject([{ why: expect.stringMatching(/100 EUR for .* BTC/) as string }]);
    expect(await faultOf(bench.send('exchange.conversions.execute', { ...fields, id: 'another' }))).toMatchObject({ code: 'lane-frozen' });
  });

  it('does the same with payouts, and keeps the references of payments', { tags: 'long' }, async () => {
    await payOut('p-1');
    await bench.send('processing.paymentIntents.create', { ...PAYMENT, customOrderId: 'order-1' });
    await bench.restart();
    const { uncertainPlaces: places } = await recover('processing');
    expect(places).toMatchObject([{ place: expect.stringContaining(ETH_ADDRESS.toLowerCase()) as string }]);
    expect(await faultOf(payOut('p-2'))).toMatchObject({ code: 'lane-frozen' });
    expect(await faultOf(payOut('p-1'))).toMatchObject({ code: 'refused' });
    expect(await faultOf(bench.send('processing.paymentIntents.create', { ...PAYMENT, customOrderId: 'order-1' }))).toMatchObject({
      code: 'refused',
    });
    await bench.send('processing.paymentIntents.create', { ...PAYMENT, customOrderId: 'order-2' });
  });

  it('shuts all refunds where nothing shows them, and no request for a payment', { tags: 'long' }, async () => {
    const { uncertainPlaces: places } = await recover('hostedPage');
    expect(places).toMatchObject([{ why: expect.stringContaining('no read of the venue') as string }]);
    expect(await faultOf(payOut('p-1'))).toMatchObject({ code: 'lane-frozen' });
    await bench.send('processing.paymentIntents.create', { ...PAYMENT, customOrderId: 'order-1' });
    await bench.run(bench.transfers('processing').resolve(places[0]!.id, { type: 'not-placed' }));
    await payOut('p-1');
  });
});
