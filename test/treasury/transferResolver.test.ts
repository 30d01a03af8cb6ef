import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CallFault } from '../../src/simulator/callFault.ts';
import { QUARANTINE_AFTER_MS, TransferResolver } from '../../src/treasury/transferResolver.ts';
import { BTC_ADDRESS, ETH_ADDRESS, faultOf, type TransferBench, transferBench } from './transferBench.ts';

const TO = { currency: 'BTC', networkCode: 'BTC', destinationAddress: BTC_ADDRESS, amount: '0.005', feeType: 'gross' };
const PAYOUT = { currencyFrom: 'EUR', amountFrom: '100', currencyTo: 'USDT', networkCode: 'ETH', address: ETH_ADDRESS };
const PAYMENT = { currencyFrom: 'USDT', currencyTo: 'USDT', amountTo: '100', networkCode: 'ETH' };
const MOVING = new Set([
  'withdrawals.create',
  'withdrawalBatches.validate',
  'withdrawalBatches.confirm',
  'payouts.create',
  'payouts.createPage',
  'paymentIntents.create',
  'paymentIntents.refund',
  'paymentIntents.acceptReceived',
]);

let folder: string;
let bench: TransferBench;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-transfers-'));
  bench = await transferBench({ database: join(folder, 'journal.sqlite') });
});
afterEach(async () => {
  await bench.end();
  rmSync(folder, { recursive: true, force: true });
});

/** Sends one whose answer is lost. */
async function lose(name: string, params: Readonly<Record<string, string>>, fault: CallFault): Promise<void> {
  bench.fault = ({ operation }) => (MOVING.has(operation) ? fault : undefined);
  expect(await faultOf(bench.send(name, params))).toMatchObject({ outcome: 'unknown' });
  bench.fault = undefined;
}

const withdraw = (referenceId: string): [string, Readonly<Record<string, string>>] => [
  'exchange.withdrawals.create',
  { ...TO, referenceId },
];

describe(TransferResolver.name, () => {
  it.each<[string, string, Readonly<Record<string, string>>]>([
    ['a withdrawal', ...withdraw('w-1')],
    ['a payout', 'processing.payouts.create', { ...PAYOUT, customOrderId: 'p-1' }],
    ['a payout page', 'processing.payouts.createPage', { currency: 'EUR', amount: '50', customOrderId: 'p-1' }],
    ['a payment', 'processing.paymentIntents.create', { ...PAYMENT, customOrderId: 'o-1' }],
  ])('finds %s whose answer was lost by its reference, and tells of it', { tags: 'long' }, async (_what, name, params) => {
    await lose(name, params, { kind: 'drop-after' });
    await bench.rounds(20_000);
    expect(await bench.journalled()).toMatchObject([
      { state: 'adopted', evidence: expect.stringContaining('found by its reference') as string },
    ]);
    expect(bench.told).toEqual([expect.stringContaining('was found')]);
    expect(await faultOf(bench.send(name, params))).toMatchObject({ code: 'refused', outcome: 'not-sent' });
    expect(bench.requests(name.split('.').slice(1).join('.'))).toBe(1);
  });

  it('never sends one again that is nowhere: after a quarter of an hour a person decides', { tags: 'long' }, async () => {
    await lose(...withdraw('w-1'), { kind: 'drop-before' });
    await bench.rounds(QUARANTINE_AFTER_MS - 20_000);
    expect(await bench.journalled()).toMatchObject([{ state: 'unknown' }]);
    expect(bench.transfers('exchange').unresolved()).toMatchObject([{ kind: 'transfer', waitsFor: 'the venue to show it, or a person' }]);
    await bench.rounds(60_000);
    const [intent] = await bench.journalled();
    expect(intent).toMatchObject({ state: 'quarantined' });
    expect(bench.told).toEqual([expect.stringContaining(`sluice orders resolve ${intent!.id} --adopt ID`)]);
    expect(bench.requests('withdrawals.create')).toBe(1);
  });

  it('finds one that shows late, also when it waits for a person already', { tags: 'long' }, async () => {
    await lose(...withdraw('w-1'), { kind: 'drop-after', applyAfterMs: QUARANTINE_AFTER_MS + 120_000 });
    await bench.rounds(QUARANTINE_AFTER_MS + 60_000);
    expect(await bench.journalled()).toMatchObject([{ state: 'quarantined' }]);
    await bench.rounds(600_000);
    expect(await bench.journalled()).toMatchObject([{ state: 'adopted', venueId: bench.simulator.truth().transactions[0]!.id }]);
  });

  it('concludes nothing from lists that could not be read', { tags: 'long' }, async () => {
    await lose(...withdraw('w-1'), { kind: 'drop-before' });
    bench.fault = ({ operation }) =>
      operation === 'transactions.list' ? { kind: 'status', status: 500, body: '', apply: false } : undefined;
    await bench.rounds(QUARANTINE_AFTER_MS + 120_000);
    expect(await bench.journalled()).toMatchObject([{ state: 'unknown' }]);
    expect(bench.transfers('exchange').unresolved()[0]!.waitsFor).toMatch(/^a complete reading: /);
  });

  it('goes on looking after a restart, and knows one of which no byte had left', { tags: 'long' }, async () => {
    await lose(...withdraw('w-1'), { kind: 'drop-after' });
    await bench.restart();
    await bench.look();
    expect(await bench.journalled()).toMatchObject([{ state: 'adopted' }]);
  });

  it('takes one for not sent whose process ended before its first byte, so that its reference is free', { tags: 'long' }, async () => {
    const begin = bench.store.journal.begin;
    const killed = new Promise<never>(() => undefined);
    Object.assign(bench.store.journal, { begin: (intent: Parameters<typeof begin>[0]) => begin(intent).then(() => killed) });
    void bench.begin(...withdraw('w-1')).catch(() => undefined);
    await bench.pass(1000);
    await bench.restart();
    expect(await bench.journalled()).toMatchObject([
      { state: 'not-sent', evidence: expect.stringContaining('before the first byte') as string },
    ]);
    expect(bench.requests('withdrawals.create')).toBe(0);
    expect(await bench.send(...withdraw('w-1'))).toMatchObject({ referenceId: 'w-1' });
  });

  it('looks for one whose process ended while its bytes were on their way', { tags: 'long' }, async () => {
    bench.fault = () => ({ kind: 'delay', ms: 60_000 });
    void bench.begin(...withdraw('w-1')).catch(() => undefined);
    await bench.pass(1000);
    bench.fault = undefined;
    await bench.restart();
    expect(await bench.journalled()).toMatchObject([{ state: 'unknown' }]);
    await bench.look();
    expect(await bench.journalled()).toMatchObject([{ state: 'adopted' }]);
    expect(bench.requests('withdrawals.create')).toBe(1);
  });

  it(
    'looks once more at some of what was sent in each round, so that a start after many payments keeps no new one back',
    { tags: 'long' },
    async () => {
      const COUNT = 45;
      let reads = 0;
      bench.fault = ({ operation }) => {
        if (operation === 'payouts.search') reads++;
        return undefined;
      };
      for (let i = 0; i < COUNT; i++) await bench.send('processing.payouts.create', { ...PAYOUT, customOrderId: `p-${i}` });
      await bench.pass(120_000);
      await bench.restart();
      await bench.rounds(10_000);
      expect(reads).toBe(20);
      await bench.rounds(20_000);
      expect(reads).toBe(COUNT);
      await bench.rounds(60_000);
      expect(reads).toBe(COUNT);
    },
  );

  it('comes to each of them, though some can not be read again and again', { tags: 'long' }, async () => {
    const READABLE = 25;
    const ALL = 45;
    let reads = 0;
    // The newest come first in the journal: none of their readings succeeds.
    bench.fault = ({ operation, body }) => {
      if (operation !== 'payouts.search') return undefined;
      if (Number(/p-(\d+)/.exec(body)![1]) >= READABLE) return { kind: 'drop-before' };
      reads++;
      return undefined;
    };
    for (let i = 0; i < ALL; i++) await bench.send('processing.payouts.create', { ...PAYOUT, customOrderId: `p-${i}` });
    await bench.pass(120_000);
    await bench.restart();
    await bench.rounds(90_000);
    expect(reads).toBe(READABLE);
  });

  it('tells a person when a network has doubled a payout', { tags: 'long' }, async () => {
    await bench.send('processing.payouts.create', { ...PAYOUT, customOrderId: 'p-1' });
    await bench.foreign('payouts.create', { ...PAYOUT, customOrderId: 'p-1' });
    await bench.rounds(120_000);
    expect(bench.told).toEqual([expect.stringMatching(/is at the venue 2 times: .*; it was sent once from here/)]);
  });

  it.each([
    ['is found before anything more goes there', false],
    ['holds up what goes there as long as it can not be looked for', true],
  ])(
    'a refusal of what was done all the same (of the second of two that a network has made of it) %s',
    { tags: 'long' },
    async (_what, isUnreadable) => {
      const body = '{"code":"insufficient-balance","message":"no"}';
      bench.fault = ({ operation }) => (MOVING.has(operation) ? { kind: 'status', status: 400, body, apply: true } : undefined);
      expect(await faultOf(bench.send(...withdraw('w-1')))).toMatchObject({ outcome: 'rejected' });
      bench.fault = ({ operation }) =>
        isUnreadable && operation === 'transactions.list' ? { kind: 'status', status: 500, body: '', apply: false } : undefined;
      const again = await faultOf(bench.send(...withdraw('w-2')));
      expect(again).toMatchObject({ code: 'lane-frozen', outcome: 'not-sent', retryable: true });
      expect(again.message).toContain(isUnreadable ? 'could not be looked for' : 'is at the venue after all');
      expect(await bench.journalled()).toMatchObject([{ state: isUnreadable ? 'rejected' : 'adopted' }]);
      bench.fault = undefined;
      if (isUnreadable) await bench.rounds(620_000);
      expect(bench.told[0]).toContain('was taken for refused and is at the venue after all');
      expect(await bench.send(...withdraw('w-2'))).toMatchObject({ referenceId: 'w-2' });
    },
  );

  it('does not take an older one with the same reference for it, nor one to another address', { tags: 'long' }, async () => {
    await bench.foreign('withdrawals.create', { ...TO, amount: '0.002', referenceId: 'w-1' });
    await bench.pass(300_000);
    await lose(...withdraw('w-1'), { kind: 'drop-before' });
    await bench.rounds(30_000);
    expect(await bench.journalled()).toMatchObject([{ state: 'unknown' }]);
    await lose('processing.payouts.create', { ...PAYOUT, customOrderId: 'p-1' }, { kind: 'drop-before' });
    await bench.foreign('payouts.create', { ...PAYOUT, address: '0xde709f2102306220921060314715629080e2fb77', customOrderId: 'p-1' });
    await bench.rounds(30_000);
    expect(
      bench
        .transfers('processing')
        .unresolved()
        .map(({ waitsFor }) => waitsFor),
    ).toContainEqual(expect.stringContaining('is another one'));
  });

  it('knows that nothing comes of a draft whose number nobody has', { tags: 'long' }, async () => {
    const row = { currency: 'BTC', networkCode: 'BTC', amount: 0.002, destinationAddress: BTC_ADDRESS, referenceId: 'b-1' };
    await lose('exchange.withdrawalBatches.validate', { rows: JSON.stringify([row]) }, { kind: 'drop-after' });
    await bench.rounds(120_000);
    expect(await bench.journalled()).toMatchObject([
      { state: 'not-sent', evidence: expect.stringContaining('a draft pays nothing') as string },
    ]);
    expect(bench.told).toEqual([]);
  });

  it('finds a confirmation by the state of its batch', { tags: 'long' }, async () => {
    const row = { currency: 'BTC', networkCode: 'BTC', amount: 0.002, destinationAddress: BTC_ADDRESS, referenceId: 'b-1' };
    const [draft] = (await bench.send('exchange.withdrawalBatches.validate', { rows: JSON.stringify([row]) })) as { id: number }[];
    await lose('exchange.withdrawalBatches.confirm', { withdrawalBatchId: String(draft!.id) }, { kind: 'drop-after' });
    await bench.rounds(20_000);
    expect((await bench.journalled())[1]).toMatchObject({ state: 'adopted', venueId: String(draft!.id) });
  });

  it('finds a refund and an acceptance by the state of the payment', { tags: 'long' }, async () => {
    const underpaid = async (): Promise<string> => {
      const { paymentIntentId } = (await bench.send('processing.paymentIntents.create', {
        ...PAYMENT,
        customOrderId: `o-${bench.clock.now()}`,
      })) as { paymentIntentId: string };
      bench.simulator.payments.deposit({ paymentIntentId }, { amount: bench.amount('50') });
      await bench.pass(2000);
      return paymentIntentId;
    };
    const refunded = await underpaid();
    await lose(
      'processing.paymentIntents.refund',
      { paymentIntentId: refunded, externalTransactionId: '7c9e6679-7425-40de-944b-e07fc1f90ae7' },
      { kind: 'drop-after' },
    );
    const accept = bench.send('processing.paymentIntents.acceptReceived', { paymentIntentId: refunded });
    expect(await faultOf(accept)).toMatchObject({ code: 'lane-frozen', outcome: 'not-sent' });
    const accepted = await underpaid();
    await lose('processing.paymentIntents.acceptReceived', { paymentIntentId: accepted }, { kind: 'drop-after' });
    await bench.rounds(60_000);
    const states = (await bench.journalled()).map(({ state, targetId }) => [state, targetId]);
    expect(states.filter(([, target]) => target !== undefined)).toEqual([
      ['adopted', refunded],
      ['adopted', accepted],
    ]);
  });

  describe('a person', () => {
    it('decides that nothing came of it; should it show all the same, that is told', { tags: 'long' }, async () => {
      await lose(...withdraw('w-1'), { kind: 'drop-after', applyAfterMs: 1_200_000 });
      const [intent] = await bench.journalled();
      await bench.rounds(120_000);
      const decided = await bench.run(bench.transfers('exchange').resolve(intent!.id, { type: 'not-placed' }));
      expect(decided).toMatchObject({ state: 'not-sent', evidence: 'a person has decided it' });
      expect(await faultOf(bench.run(bench.transfers('exchange').resolve(intent!.id, { type: 'not-placed' })))).toMatchObject({
        code: 'refused',
      });
      await bench.rounds(2_400_000);
      expect(await bench.journalled()).toMatchObject([{ state: 'adopted', evidence: expect.stringContaining('found late') as string }]);
      expect(bench.told[0]).toMatch(/was taken for not sent and is at the venue after all/);
    });

    it('can only say so when the venue takes it no more, and is told when that is', async () => {
      await lose(...withdraw('w-1'), { kind: 'drop-after', applyAfterMs: 8000 });
      const [intent] = await bench.journalled();
      const resolve = (): Promise<unknown> => bench.run(bench.transfers('exchange').resolve(intent!.id, { type: 'not-placed' }));
      const { clock } = bench;
      const fault = await faultOf(resolve());
      expect(fault).toMatchObject({ code: 'refused', outcome: 'not-sent', retryable: true });
      expect(fault.message).toMatch(/^the transfer \w+ may still be on its way: the venue may take it until /);
      const [at] = /\d{4}-[\d-]+T[\d:.]+Z/.exec(fault.suggestion ?? '')!;
      expect(await bench.journalled()).toMatchObject([{ state: 'unknown' }]);
      await bench.pass(Date.parse(at) - clock.now());
      expect(await resolve()).toMatchObject({ state: 'adopted' });
    });

    it('says which one of the venue it is, and is refused where the venue shows none', { tags: 'long' }, async () => {
      await lose(...withdraw('w-1'), { kind: 'drop-before' });
      await bench.foreign('withdrawals.create', { ...TO, amount: '0.005', referenceId: 'by-hand' });
      const [intent] = await bench.journalled();
      const resolve = (venueId: string): Promise<unknown> =>
        bench.run(bench.transfers('exchange').resolve(intent!.id, { type: 'adopt', venueId }));
      expect(await faultOf(resolve('12'))).toMatchObject({ code: 'not-found' });
      const { id } = bench.simulator.truth().transactions[0]!;
      expect(await resolve(id)).toMatchObject({ state: 'adopted', venueId: id });
    });
  });
});
