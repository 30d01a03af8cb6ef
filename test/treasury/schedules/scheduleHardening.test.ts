import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Decimal, dec } from '../../../src/base/decimal.ts';
import { HOUR_MS } from '../../../src/base/instant.ts';
import { seededRandom } from '../../../src/base/random.ts';
import { ulid } from '../../../src/base/ulid.ts';
import type { TreasurySchedule } from '../../../src/treasury/schedules/treasurySchedule.ts';
import { ALLOWED, btcRow, conversionRow } from '../moves/moveBench.ts';
import { move, NOTE, ROW, WAITING } from '../../store/moveBuilders.ts';
import { BTC_ADDRESS } from '../transferBench.ts';
import { born, FLOAT, last, moves, nextHour, round, run, settled, setUp, SWEEP, tearDown, world } from './scheduleBench.ts';
import { scheduleOf } from './scheduleOf.ts';

beforeEach(setUp);
afterEach(tearDown);

describe('a schedule is held to its limits, and is not silenced', () => {
  it('moves no more than its most within 24 hours of what left late, since it was approved late', { tags: 'long' }, async () => {
    world.schedules = [{ ...SWEEP, atMostPerDay: dec('0.01') }];
    born();
    world.bench.decision = { ...ALLOWED, verdict: 'approve', expiresAfterMs: 48 * HOUR_MS };
    await nextHour();
    const [first] = await moves();
    for (let hour = 0; hour < 26; hour++) await nextHour();
    await run(world.bench.moves.approve(first!.id, { person: 'ben', key: 'k', signature: 's', at: 0 }));
    await round();
    await settled();
    world.bench.decision = ALLOWED;
    await nextHour();
    await settled();
    const left = (await moves()).filter(({ progress }) => progress[0]!.sentAt !== undefined);
    expect(left.reduce<Decimal>((sum, { rows }) => sum.plus(rows[0]!.amount), dec(0)).toFixed()).toBe('0.01');
    expect(await last('cold')).toMatchObject({ outcome: 'nothing', evidence: expect.stringContaining('is the most') as string });
  });

  it('does not convert for what waits to leave another account', { tags: 'long' }, async () => {
    world.schedules = [
      { ...FLOAT, terms: { ...FLOAT.terms, keep: { amount: dec(100_000), currency: 'EUR' } } as TreasurySchedule['terms'] },
    ];
    born();
    world.bench.decision = { ...ALLOWED, verdict: 'approve', expiresAfterMs: 48 * HOUR_MS };
    world.bench.keys = ['of anna'];
    const row = { ...btcRow('R-1-1', '5000'), currency: 'EUR', destination: undefined, target: '0f8fad5b-d9cb-469f-a165-70867728950e' };
    const refund = { id: 'R-1', kind: 'page-refund', initiator: 'anna', signedWith: 'of anna', repeats: false, rows: [row] } as const;
    await run(world.bench.moves.ask(refund));
    world.bench.decision = ALLOWED;
    world.bench.needed = 5;
    await nextHour();
    expect(await last()).toMatchObject({ outcome: 'nothing' });
  });

  it(
    'converts nothing for a payment of which nobody knows whether it has left: the balance may be less by it already',
    { tags: 'long' },
    async () => {
      const keep = { amount: dec(100_000), currency: 'EUR' };
      world.schedules = [{ ...FLOAT, terms: { ...FLOAT.terms, keep } as TreasurySchedule['terms'] }];
      born();
      const sentAt = world.bench.transfers.clock.now();
      const rows = [{ ...ROW, currency: 'EUR', amount: dec(5000) }];
      const lost = move('W-1', { rows, progress: [{ ...WAITING, state: 'unknown', sentAt }], state: 'unknown', createdAt: sentAt });
      await world.bench.store.moves.add(lost, sentAt, NOTE);
      await round();
      await world.bench.transfers.pass(HOUR_MS - (sentAt % HOUR_MS) + 2000);
      await run(world.moves.round());
      expect(await last()).toMatchObject({ outcome: 'nothing' });
    },
  );

  it('tells once of what waits for approval', { tags: 'long' }, async () => {
    world.schedules = [SWEEP];
    born();
    world.bench.decision = { ...ALLOWED, verdict: 'approve', expiresAfterMs: HOUR_MS };
    await nextHour();
    const [asked] = await moves();
    expect(asked).toMatchObject({ state: 'awaiting-approval' });
    expect(world.bench.told.filter((message) => message.includes(asked!.id))).toEqual([
      expect.stringContaining('waits for approval') as string,
    ]);
  });

  it('goes on at once after a clock that was ahead when it was first seen', { tags: 'long' }, async () => {
    world.skewMs = 30 * 24 * HOUR_MS;
    await round();
    world.skewMs = 0;
    await nextHour();
    expect(await last()).toMatchObject({ outcome: 'asked' });
  });

  it.each([
    ['id', (id: string) => ({ id, reference: 'mine' })],
    ['reference', (id: string) => ({ id: 'C-1', reference: `${id}-1` })],
  ])('asks all the same when somebody has taken the %s of its next move', { tags: 'long' }, async (_what, taking) => {
    await round();
    const now = world.bench.transfers.clock.now();
    const due = now - (now % HOUR_MS) + HOUR_MS;
    const { id, reference } = taking(`C-${ulid(due, seededRandom(`schedule payouts ${due}`))}`);
    world.bench.decision = { ...ALLOWED, verdict: 'deny', why: ['mallory is not among the people'] };
    const rows = [conversionRow(reference, 'BTC', '0.001', 'EUR', 'from', '1')];
    await run(world.bench.moves.ask({ id, kind: 'conversion', initiator: 'mallory', signedWith: undefined, repeats: false, rows }));
    world.bench.decision = ALLOWED;
    await nextHour();
    await settled();
    expect(await last()).toMatchObject({ outcome: 'asked' });
    const mine = (await moves()).filter(({ initiator }) => initiator === 'schedule/payouts');
    expect(mine).toMatchObject([{ id: (await last())!.moveId, state: 'completed' }]);
    await round();
    expect(await moves()).toHaveLength(2);
  });

  it(
    'pays nothing in place of what somebody has sent with its reference past the treasury, says so, and goes on at the next time',
    { tags: 'long' },
    async () => {
      world.schedules = [SWEEP];
      born();
      await round();
      const now = world.bench.transfers.clock.now();
      const due = now - (now % HOUR_MS) + HOUR_MS;
      const referenceId = `W-${ulid(due, seededRandom(`schedule cold ${due}`))}-1`;
      const taken = { currency: 'BTC', networkCode: 'BTC', destinationAddress: BTC_ADDRESS, amount: '0.005', referenceId };
      await world.bench.transfers.send('exchange.withdrawals.create', taken);
      await nextHour();
      await settled();
      expect(await moves()).toEqual([]);
      expect(await last('cold')).toMatchObject({
        outcome: 'failed',
        evidence: expect.stringContaining(`the reference ${referenceId}`) as string,
      });
      expect(world.bench.told).toContainEqual(expect.stringContaining('the journal has another transfer'));
      await nextHour();
      await settled();
      expect(await last('cold')).toMatchObject({ outcome: 'asked' });
      expect(await moves()).toMatchObject([{ state: 'completed' }]);
    },
  );

  it('says what kept it when the next due time comes before it could ask', { tags: 'long' }, async () => {
    world.schedules = [{ ...FLOAT, timer: scheduleOf('* * * * *') }];
    born();
    await round();
    world.bench.transfers.fault = () => ({ kind: 'status', status: 500, body: '', apply: false });
    for (let minute = 0; minute < 4; minute++) {
      await world.bench.transfers.pass(60_000);
      await run(world.moves.round());
    }
    const said = (await world.bench.store.auditRows(0, 100)).filter(({ what }) => what === 'schedule.missed');
    expect(said.length).toBeGreaterThan(0);
    for (const { evidence } of said) expect(evidence).toMatch(/passed: .*500/);
  });
});
