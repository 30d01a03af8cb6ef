import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src/base/random.ts';
import { enterLostMoves } from '../../../src/daemon/treasury/enterLostMoves.ts';
import { moveVenue } from '../../../src/daemon/treasury/moveVenue.ts';
import type { InterfaceName } from '../../../src/contract/operation.ts';
import { openTreasuryStore, type TreasuryStore } from '../../../src/store/treasuryStore.ts';
import { Moves } from '../../../src/treasury/moves/moves.ts';
import { BTC_ADDRESS } from '../../treasury/transferBench.ts';
import { btcRow, moveBench, type MoveBench, payoutRow, usdtRow } from '../../treasury/moves/moveBench.ts';

const shared = { initiator: 'anna', signedWith: 'of anna', repeats: true };
let bench: MoveBench;
let lost: TreasuryStore;
let begunAt: number;

beforeEach(async () => {
  bench = await moveBench();
  bench.keys = ['of anna'];
  begunAt = bench.transfers.clock.now();
  lost = await openTreasuryStore({ path: ':memory:', clock: bench.transfers.clock });
});
afterEach(async () => {
  await lost.close();
  await bench.end();
});

const run = <T>(work: Promise<T>): Promise<T> => bench.transfers.run(work);

function enter(...names: InterfaceName[]): Promise<number> {
  const { transfers } = bench;
  const { clock } = transfers;
  const venue = moveVenue({
    callsOf: (name) => transfers.calls(name as 'exchange'),
    transfersOf: (name) => Promise.resolve(transfers.transfers(name as 'exchange')),
    journalOf: () => Promise.resolve(transfers.store.journal),
    firstPage: 0,
  });
  const side = { venue, accountOf: () => 'account', transfers: { journalOf: () => Promise.resolve(transfers.store.journal) } };
  return run(enterLostMoves({ store: lost, side, names, clock, since: begunAt - 1000, random: seededRandom('enter') }));
}

/** The moves of the treasury that was rebuilt. */
const movesOnLost = (): Moves =>
  new Moves({
    ...bench.moveOptions,
    store: lost,
    policy: {
      decide: () => Promise.resolve(bench.decision),
      keys: () => Promise.resolve(new Map()),
      assertCounts: () => Promise.resolve(),
      isApproved: () => Promise.resolve(true),
    },
  });

describe(enterLostMoves, () => {
  it(
    'enters a withdrawal and a batch that the treasury has no record of, as they were, and follows them to their end',
    { tags: 'long' },
    async () => {
      await run(bench.moves.ask({ ...shared, id: 'W', kind: 'withdrawal', rows: [btcRow('W-0', '0.005')] }));
      await run(bench.moves.advance('W'));
      await run(bench.moves.ask({ ...shared, id: 'B', kind: 'batch', rows: [usdtRow('B-0', '50'), usdtRow('B-1', '60')] }));
      await run(bench.moves.advance('B'));
      await run(bench.moves.advance('B'));
      expect(await enter('exchange')).toBe(2);
      const moves = (await lost.moves.since(0, 9)).toReversed();
      expect(moves.map(({ kind, rows }) => [kind, rows.map(({ reference, amount }) => `${reference} ${amount.toFixed()}`)])).toEqual([
        ['withdrawal', ['W-0 0.005']],
        ['batch', ['B-0 50', 'B-1 60']],
      ]);
      expect(moves[0]).toMatchObject({ initiator: 'recovered', account: 'account', rows: [{ destination: { address: BTC_ADDRESS } }] });
      const going = movesOnLost();
      const before = ['withdrawals.create', 'withdrawalBatches.confirm'].map((one) => bench.transfers.requests(one));
      for (let round = 0; round < 30; round++) {
        await bench.transfers.rounds(10_000);
        await run(going.round());
      }
      expect((await lost.moves.since(0, 9)).map(({ state }) => state)).toEqual(['completed', 'completed']);
      expect(['withdrawals.create', 'withdrawalBatches.confirm'].map((one) => bench.transfers.requests(one))).toEqual(before);
    },
  );

  it('enters what nobody knows as unknown, and a draft that was never confirmed not at all', { tags: 'long' }, async () => {
    bench.transfers.fault = ({ operation }) => (operation === 'withdrawals.create' ? { kind: 'drop-before' } : undefined);
    await run(bench.moves.ask({ ...shared, id: 'W', kind: 'withdrawal', rows: [btcRow('W-0', '0.005')] }));
    await run(bench.moves.advance('W'));
    await bench.transfers.send('exchange.withdrawalBatches.validate', {
      rows: `[{"currency":"BTC","networkCode":"BTC","amount":0.001,"destinationAddress":"${BTC_ADDRESS}","referenceId":"D-0"}]`,
    });
    expect(await enter('exchange')).toBe(1);
    expect(await lost.moves.open()).toMatchObject([{ state: 'unknown', rows: [{ reference: 'W-0' }] }]);
  });

  it('counts in windows what it has entered, whoever sent it, and takes it for no proof of an address', async () => {
    await bench.transfers.foreign('withdrawals.create', {
      currency: 'BTC',
      networkCode: 'BTC',
      amount: '0.005',
      destinationAddress: BTC_ADDRESS,
    });
    expect(await enter('exchange')).toBe(1);
    const now = bench.transfers.clock.now();
    const [outflow] = await lost.moves.outflows(begunAt, now, undefined);
    expect(outflow).toMatchObject({ kind: 'withdrawal', state: 'completed', isSettledByHand: true });
    expect(outflow!.row.amount.gte('0.005')).toBe(true);
  });

  it('enters payouts and conversions', { tags: 'long' }, async () => {
    await run(bench.moves.ask({ ...shared, id: 'P', kind: 'payout', rows: [payoutRow('P-0', '100')] }));
    await run(bench.moves.advance('P'));
    const quote = await quoted();
    await bench.transfers.send('exchange.conversions.execute', quote);
    expect(await enter('exchange', 'processing')).toBe(2);
    const moves = await lost.moves.since(0, 9);
    expect(moves.map(({ kind }) => kind).toSorted()).toEqual(['conversion', 'payout']);
    expect(moves.find(({ kind }) => kind === 'conversion')!.rows).toMatchObject([
      { reference: quote['id'], currency: 'EUR', target: 'BTC' },
    ]);
    expect(moves.find(({ kind }) => kind === 'payout')!.rows).toMatchObject([{ reference: 'P-0', currency: 'EUR' }]);
  });

  it('enters nothing twice, and nothing that the treasury knows', async () => {
    await run(bench.moves.ask({ ...shared, id: 'W', kind: 'withdrawal', rows: [btcRow('W-0', '0.005')] }));
    await run(bench.moves.advance('W'));
    expect(await enter('exchange')).toBe(1);
    expect(await enter('exchange')).toBe(0);
    const known = bench.store;
    const again = lost;
    lost = known;
    expect(await enter('exchange')).toBe(0);
    lost = again;
  });
});

async function quoted(): Promise<Record<string, string>> {
  const calls = bench.transfers.calls('exchange');
  const prepared = calls.prepare('quotes.request', { fromCurrency: 'EUR', toCurrency: 'BTC', fromAmount: bench.transfers.amount('100') });
  const { reply } = await run(calls.send(prepared));
  const { id, fromCurrency, toCurrency, amountFrom, amountTo } = reply as Record<string, { toFixed(): string } & string>;
  return {
    id: id!,
    fromCurrency: fromCurrency!,
    toCurrency: toCurrency!,
    fromAmount: amountFrom!.toFixed(),
    toAmount: amountTo!.toFixed(),
  };
}
