import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Decimal, dec } from '../../../src/base/decimal.ts';
import { seededRandom } from '../../../src/base/random.ts';
import { ulid, uuidOf } from '../../../src/base/ulid.ts';
import { Moves } from '../../../src/treasury/moves/moves.ts';
import { dryRunReport, moveReport } from '../../../src/treasury/moves/moveReport.ts';
import { faultOf } from '../transferBench.ts';
import { ALLOWED, btcRow, moveBench, type MoveBench, payoutRow, usdtRow } from './moveBench.ts';

let bench: MoveBench;
beforeEach(async () => {
  bench = await moveBench();
  bench.keys = ['of anna'];
});
afterEach(() => bench.end());

const run = <T>(work: Promise<T>): Promise<T> => bench.transfers.run(work);
const withdrawal = (id: string, amount = '0.005') => ({
  id,
  kind: 'withdrawal' as const,
  initiator: 'anna',
  signedWith: 'of anna',
  repeats: true,
  rows: [btcRow(`${id}-0`, amount)],
});
const whats = async (): Promise<string[]> => (await bench.store.auditRows(0, 100)).map(({ what }) => what);

describe(Moves, () => {
  it('shows what a withdrawal would cost and leave, and writes nothing', async () => {
    const { rows, balances, decision, problems } = await run(bench.moves.dryRun(withdrawal('W-1')));
    expect(problems).toEqual([]);
    expect(decision).toEqual(ALLOWED);
    const { quote } = rows[0]!;
    expect(quote.leaves.toFixed()).toBe(quote.fee!.plus('0.005').toFixed());
    expect(quote.receives!.toFixed()).toBe('0.005');
    expect(balances[0]!.after!.toFixed()).toBe(balances[0]!.before!.minus(quote.leaves).toFixed());
    const report = dryRunReport(await run(bench.moves.dryRun(withdrawal('W-1'))));
    expect(report).toMatchObject({ verdict: 'allow', duplicates: [], rows: [{ row: 1, amount: '0.005', leaves: quote.leaves.toFixed() }] });
    expect(await bench.store.moves.get('W-1')).toBeUndefined();
    expect(await whats()).toEqual([]);
  });

  it('sends a withdrawal that the policy allows, and follows it until it has arrived', async () => {
    await run(bench.moves.ask(withdrawal('W-1')));
    const move = await bench.settle('W-1');
    expect(moveReport(move, [])).toMatchObject({
      id: 'W-1',
      state: 'completed',
      expiresAt: null,
      rows: [{ row: 1, amount: '0.005', currency: 'BTC', network: 'BTC', state: 'completed', tag: null }],
    });
    expect(move).toMatchObject({ state: 'completed', account: 'account', progress: [{ state: 'completed' }] });
    expect(move.progress[0]!.venueId).toBe(bench.transfers.simulator.truth().transactions[0]!.id);
    expect(bench.transfers.requests('withdrawals.create')).toBe(1);
    expect(await whats()).toEqual(['move.requested', 'move.sending', 'move.sent', 'move.completed']);
  });

  it('writes down what the policy refuses, and sends nothing', async () => {
    bench.decision = { ...ALLOWED, verdict: 'deny', rule: 'default', why: ['no rule allows it'] };
    expect(await run(bench.moves.ask(withdrawal('W-1')))).toMatchObject({ state: 'refused', evidence: 'no rule allows it' });
    expect(await bench.settle('W-1')).toMatchObject({ state: 'refused' });
    expect(bench.transfers.requests('withdrawals.create')).toBe(0);
    expect(await whats()).toEqual(['move.requested']);
  });

  it('refuses what the venue would not do, before anything is written', async () => {
    expect(await faultOf(run(bench.moves.ask(withdrawal('W-1', '999'))))).toMatchObject({
      code: 'invalid-request',
      outcome: 'not-sent',
      suggestion: expect.stringContaining('once what is said above has changed') as string,
    });
    expect(await faultOf(run(bench.moves.ask(withdrawal('W-1', '0.00000001'))))).toMatchObject({ code: 'invalid-request' });
    expect(await bench.store.moves.get('W-1')).toBeUndefined();
  });

  it('asks for an id once, however often it is called', { tags: 'long' }, async () => {
    await run(bench.moves.ask(withdrawal('W-1')));
    await run(bench.moves.ask(withdrawal('W-1', '0.004')));
    expect((await bench.settle('W-1')).rows[0]!.amount.toFixed()).toBe('0.005');
    expect(bench.transfers.requests('withdrawals.create')).toBe(1);
  });

  it('waits for approvals, and sends by itself when the last one is there', async () => {
    bench.decision = { ...ALLOWED, verdict: 'approve', expiresAfterMs: 3_600_000 };
    bench.needed = 2;
    await run(bench.moves.ask(withdrawal('W-1')));
    const approval = (person: string) => ({ person, key: 'ed25519:AAAA', signature: 'c2ln', at: bench.transfers.clock.now() });
    expect(await run(bench.moves.approve('W-1', approval('ben')))).toMatchObject({ state: 'awaiting-approval' });
    expect(await faultOf(run(bench.moves.approve('W-1', approval('ben'))))).toMatchObject({ code: 'refused', outcome: 'not-sent' });
    expect(await bench.settle('W-1')).toMatchObject({ state: 'awaiting-approval' });
    expect(await run(bench.moves.approve('W-1', approval('carl')))).toMatchObject({ state: 'approved' });
    expect(await bench.settle('W-1')).toMatchObject({ state: 'completed' });
    expect(await whats()).toEqual([
      'move.requested',
      'move.approval',
      'move.approval',
      'move.approved',
      'move.sending',
      'move.sent',
      'move.completed',
    ]);
  });

  it('lets a move expire whose approvals come too late', async () => {
    bench.decision = { ...ALLOWED, verdict: 'approve', expiresAfterMs: 3_600_000 };
    await run(bench.moves.ask(withdrawal('W-1')));
    await bench.transfers.pass(3_600_000);
    const approval = { person: 'ben', key: 'ed25519:AAAA', signature: 'c2ln', at: bench.transfers.clock.now() };
    expect(await run(bench.moves.approve('W-1', approval))).toMatchObject({ state: 'expired' });
    expect(bench.transfers.requests('withdrawals.create')).toBe(0);
  });

  it('voids approvals when another policy decides by the time it would be sent', { tags: 'long' }, async () => {
    bench.decision = { ...ALLOWED, verdict: 'approve', expiresAfterMs: 3_600_000 };
    await run(bench.moves.ask(withdrawal('W-1')));
    await run(bench.moves.approve('W-1', { person: 'ben', key: 'k', signature: 's', at: 0 }));
    bench.decision = { ...bench.decision, version: 2, rule: 'stricter' };
    expect(await run(bench.moves.advance('W-1'))).toMatchObject({ state: 'awaiting-approval', policyVersion: 2, rule: 'stricter' });
    expect(await bench.store.moves.approvals('W-1')).toEqual([]);
    expect(bench.transfers.requests('withdrawals.create')).toBe(0);
  });

  it('waits when the policy says no by the time it would be sent, and goes on when it says yes again', { tags: 'long' }, async () => {
    await run(bench.moves.ask(withdrawal('W-1')));
    bench.decision = { ...ALLOWED, verdict: 'deny', rule: 'default', why: ['the limit of 24 h is reached'] };
    expect(await run(bench.moves.advance('W-1'))).toMatchObject({
      state: 'approved',
      evidence: 'waits: rule default: the limit of 24 h is reached',
    });
    bench.decision = ALLOWED;
    expect(await bench.settle('W-1')).toMatchObject({ state: 'completed' });
  });

  it('takes a move back of which nothing was sent, and no other', { tags: 'long' }, async () => {
    await run(bench.moves.ask(withdrawal('W-1')));
    expect(await run(bench.moves.cancel('W-1', 'anna', 'a typo'))).toMatchObject({ state: 'canceled', evidence: 'anna: a typo' });
    await run(bench.moves.ask(withdrawal('W-2')));
    await bench.settle('W-2');
    expect(await faultOf(run(bench.moves.cancel('W-2', 'anna', 'too late')))).toMatchObject({ code: 'refused' });
    expect(bench.transfers.requests('withdrawals.create')).toBe(1);
  });

  it('shows earlier payments of the same amount to the same place', async () => {
    await run(bench.moves.ask(withdrawal('W-1')));
    await bench.settle('W-1');
    expect((await run(bench.moves.dryRun(withdrawal('W-2')))).duplicates).toMatchObject([{ line: 1, by: 'payment', of: { move: 'W-1' } }]);
    expect((await run(bench.moves.dryRun(withdrawal('W-2', '0.004')))).duplicates).toEqual([]);
  });

  it('is unknown while nobody knows what came of it, sends nothing again, and goes on when it is found', { tags: 'long' }, async () => {
    bench.transfers.fault = ({ operation }) => (operation === 'withdrawals.create' ? { kind: 'drop-after' } : undefined);
    await run(bench.moves.ask(withdrawal('W-1')));
    expect(await run(bench.moves.advance('W-1'))).toMatchObject({ state: 'unknown' });
    bench.transfers.fault = undefined;
    expect(await bench.settle('W-1')).toMatchObject({ state: 'completed' });
    expect(bench.transfers.requests('withdrawals.create')).toBe(1);
  });

  it('declines what the venue refuses', { tags: 'long' }, async () => {
    const beneficiary = { firstName: 'Ada', lastName: 'Byron', countryOfBirthCode: 'GB', dateOfBirth: '1915-12-10' };
    for (const id of ['W-1', 'W-2']) {
      const { rows, ...order } = withdrawal(id, '4');
      await run(bench.moves.ask({ ...order, rows: rows.map((row) => ({ ...row, beneficiary })) }));
    }
    expect(await bench.settle('W-1')).toMatchObject({ state: 'completed' });
    expect(await bench.settle('W-2')).toMatchObject({
      state: 'declined',
      evidence: expect.stringContaining('the venue refused') as string,
    });
  });

  it('pays out and follows it by its order id', async () => {
    await run(
      bench.moves.ask({
        id: 'P-1',
        kind: 'payout',
        initiator: 'anna',
        signedWith: 'of anna',
        repeats: true,
        rows: [payoutRow('P-1-0', '100')],
      }),
    );
    expect(await bench.settle('P-1')).toMatchObject({ state: 'completed' });
    expect(bench.transfers.requests('payouts.create')).toBe(1);
  });

  it('gives back what a payment has received and no other amount, since the policy has decided on that', async () => {
    const params = { currencyFrom: 'USDT', currencyTo: 'USDT', amountTo: '500', networkCode: 'BNB_TEST', customOrderId: 'order-1' };
    const { paymentIntentId } = (await bench.transfers.send('processing.paymentIntents.create', params)) as { paymentIntentId: string };
    // The sandbox pays 100 USDT, which is too little.
    await bench.transfers.pass(20_000);
    const { currencyFrom, receivedAmount } = (await bench.transfers.foreign('paymentIntents.get', { paymentIntentId })) as {
      currencyFrom: string;
      receivedAmount: Decimal;
    };
    const refund = (id: string, amount: string) => ({
      id,
      kind: 'refund' as const,
      initiator: 'anna',
      signedWith: 'of anna',
      repeats: true,
      rows: [
        {
          ...usdtRow(uuidOf(ulid(bench.transfers.clock.now(), seededRandom(id))), amount),
          destination: undefined,
          target: paymentIntentId,
        },
      ],
    });
    const lie = await faultOf(run(bench.moves.ask(refund('R-1', '1'))));
    expect(lie).toMatchObject({ code: 'invalid-request', message: expect.stringContaining('would give back 100 USDT') as string });
    await run(bench.moves.ask({ ...refund('R-2', receivedAmount.toFixed()), rows: refund('R-2', receivedAmount.toFixed()).rows }));
    expect(currencyFrom).toBe('USDT');
    expect(await bench.settle('R-2')).toMatchObject({ state: 'completed', evidence: 'ManuallyCompletedWithRefund' });
  });

  it('takes the time of an approval from its own clock', async () => {
    bench.decision = { ...ALLOWED, verdict: 'approve', expiresAfterMs: 3_600_000 };
    await run(bench.moves.ask(withdrawal('W-1')));
    const at = bench.transfers.clock.now();
    await run(bench.moves.approve('W-1', { person: 'ben', key: 'k', signature: 's', at: at + 999_999_999 }));
    expect((await bench.store.moves.approvals('W-1')).map((one) => one.at - at < 60_000)).toEqual([true]);
  });

  describe('batches', () => {
    const batch = (id: string, count: number) => ({
      id,
      kind: 'batch' as const,
      initiator: 'anna',
      signedWith: 'of anna',
      repeats: true,
      rows: Array.from({ length: count }, (_, i) =>
        i % 2 === 0 ? btcRow(`${id}-${i}`, `0.00${10 + i}`) : usdtRow(`${id}-${i}`, `${20 + i}`),
      ),
    });

    it('go out as one draft for each currency, and each row is followed', { tags: 'long' }, async () => {
      await run(bench.moves.ask(batch('B-1', 6)));
      const move = await bench.settle('B-1', 60);
      expect(move).toMatchObject({ state: 'completed', evidence: '6 completed' });
      expect(move.progress.every(({ state }) => state === 'completed')).toBe(true);
      expect(bench.transfers.requests('withdrawalBatches.confirm')).toBe(2);
      expect(bench.transfers.simulator.truth().transactions).toHaveLength(6);
    });

    it('of more than 200 rows are split', { tags: 'long' }, async () => {
      const rows = Array.from({ length: 450 }, (_, i) => usdtRow(`B-1-${i}`, '10'));
      await run(bench.moves.ask({ id: 'B-1', kind: 'batch', initiator: 'anna', signedWith: 'of anna', repeats: true, rows }));
      expect(await bench.settle('B-1', 60)).toMatchObject({ state: 'completed', evidence: '450 completed' });
      expect(bench.transfers.requests('withdrawalBatches.validate')).toBe(3);
    });

    it('in fiat amounts are judged by what these take, not by what the order says', async () => {
      const row = (amount: string) => ({ ...usdtRow('B-1-0', amount), fiat: { amount: dec('100'), currency: 'EUR' } });
      const fiat = (amount: string) => ({
        id: 'B-1',
        kind: 'batch' as const,
        initiator: 'anna',
        signedWith: 'of anna',
        repeats: true,
        rows: [row(amount)],
      });
      const lie = await faultOf(run(bench.moves.ask(fiat('20'))));
      expect(lie).toMatchObject({ code: 'invalid-request', message: expect.stringContaining('100 EUR take more than') as string });
      await run(bench.moves.ask(fiat('125')));
      expect(await bench.settle('B-1', 60)).toMatchObject({ state: 'completed' });
    });

    it('ask for the beneficiary of a large payment before anything is sent', async () => {
      const rows = [btcRow('B-1-0', '0.001'), btcRow('B-1-1', '2'), btcRow('B-1-2', '0.002')];
      const fault = await faultOf(
        run(bench.moves.ask({ id: 'B-1', kind: 'batch', initiator: 'anna', signedWith: 'of anna', repeats: true, rows })),
      );
      expect(fault.message).toContain('row 2: the Travel Rule applies');
      expect(bench.transfers.requests('withdrawalBatches.validate')).toBe(0);
    });

    it('validate again when the answer was lost, since a draft pays nothing', { tags: 'long' }, async () => {
      let lost = 0;
      bench.transfers.fault = ({ operation }) =>
        operation === 'withdrawalBatches.validate' && lost++ === 0 ? { kind: 'drop-after' } : undefined;
      await run(bench.moves.ask(batch('B-1', 2)));
      expect(await bench.settle('B-1', 60)).toMatchObject({ state: 'completed' });
      expect(bench.transfers.simulator.truth().transactions).toHaveLength(2);
    });

    it('look for a confirmation whose answer was lost, and confirm nothing twice', { tags: 'long' }, async () => {
      bench.transfers.fault = ({ operation }) => (operation === 'withdrawalBatches.confirm' ? { kind: 'drop-after' } : undefined);
      await run(bench.moves.ask(batch('B-1', 2)));
      for (let i = 0; i < 4; i++) await run(bench.moves.advance('B-1'));
      expect(await bench.store.moves.get('B-1')).toMatchObject({ state: 'unknown' });
      bench.transfers.fault = undefined;
      expect(await bench.settle('B-1', 60)).toMatchObject({ state: 'completed' });
      expect(bench.transfers.requests('withdrawalBatches.confirm')).toBe(2);
    });
  });
});
