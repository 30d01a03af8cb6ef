import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { HOUR_MS } from '../../../src/base/instant.ts';
import type { MoveRecord } from '../../../src/model/move.ts';
import { Scheduler } from '../../../src/treasury/schedules/scheduler.ts';
import type { TreasurySchedule } from '../../../src/treasury/schedules/treasurySchedule.ts';
import { ALLOWED } from '../moves/moveBench.ts';
import { born, FLOAT, last, moves, nextHour, restart, round, run, settled, setUp, SWEEP, tearDown, world } from './scheduleBench.ts';

beforeEach(setUp);
afterEach(tearDown);

describe(Scheduler, () => {
  it('does nothing before it is first due, and converts what is missing when it is', async () => {
    await round();
    expect(await moves()).toEqual([]);
    await nextHour();
    await settled();
    const [move, ...more] = await moves();
    expect(more).toEqual([]);
    expect(move).toMatchObject({ kind: 'conversion', initiator: 'schedule/payouts', state: 'completed', signedWith: undefined });
    expect(world.bench.transfers.balance('EUR').toFixed()).toBe('102000');
    expect(await last()).toMatchObject({ outcome: 'asked', moveId: move!.id });
    await nextHour();
    expect(await last()).toMatchObject({ outcome: 'nothing', evidence: '102000 EUR are available, and 102000 are to be kept' });
    expect(await moves()).toHaveLength(1);
    expect(
      (await world.bench.store.auditRows(0, 10)).map(({ what, who }) => [what, who]).filter(([what]) => what !== 'address.requested'),
    ).toEqual([
      ['move.requested', 'schedule/payouts'],
      ['schedule.asked', 'schedule/payouts'],
      ['move.sending', 'sluice'],
      ['move.completed', 'sluice'],
    ]);
  });

  it('sweeps what is above, with the fee out of it, and leaves the rest', async () => {
    world.schedules = [SWEEP];
    born();
    await nextHour();
    await settled();
    expect(await moves()).toMatchObject([{ kind: 'withdrawal', state: 'completed', rows: [{ to: 'cold-1', feeMode: 'gross' }] }]);
    expect(world.bench.transfers.balance('BTC').toFixed()).toBe('4.9');
  });

  it('asks for nothing of a due time before it was restored from a backup: it may have asked for it already', async () => {
    await round();
    const { clock } = world.bench.transfers;
    await world.bench.transfers.pass(HOUR_MS);
    await run(world.bench.store.markRestored(clock.now(), clock.now() - HOUR_MS));
    await round();
    expect(await moves()).toEqual([]);
    expect(await last()).toMatchObject({ outcome: 'missed', evidence: expect.stringContaining('restored from a backup') as string });
    await nextHour();
    await settled();
    expect(await moves()).toHaveLength(1);
  });

  it('moves no more than so much a day, over restarts', async () => {
    world.schedules = [{ ...FLOAT, atMostPerDay: dec(1500) }];
    born();
    const amounts: string[] = [];
    for (let hour = 0; hour < 26; hour++) {
      await nextHour();
      await settled();
      if (hour % 3 === 0) await restart();
    }
    for (const { rows } of (await moves()).toReversed()) amounts.push(rows[0]!.conversion!.toAmount.toFixed());
    expect(amounts).toEqual(['1500', '500']);
  });

  it('asks for one move at a time, and says for which one it waits', async () => {
    world.bench.decision = { ...ALLOWED, verdict: 'approve', expiresAfterMs: 90 * 60_000 };
    await nextHour();
    const [first] = await moves();
    expect(first).toMatchObject({ state: 'awaiting-approval' });
    await nextHour();
    expect(await last()).toMatchObject({
      outcome: 'held',
      evidence: `${first!.id} is still awaiting-approval, and only one goes at a time`,
    });
    expect(await run(world.moves.reports())).toMatchObject([
      { open: first!.id, would: `nothing: ${first!.id} is still awaiting-approval`, last: { outcome: 'held' } },
    ]);
    await world.bench.transfers.pass(31 * 60_000);
    await nextHour();
    expect((await moves()).map(({ state }) => state)).toEqual(['awaiting-approval', 'expired']);
  });

  it('is let go by the last approval', async () => {
    world.bench.decision = { ...ALLOWED, verdict: 'approve', expiresAfterMs: 3 * HOUR_MS };
    await nextHour();
    const [{ id }] = (await moves()) as [MoveRecord];
    await run(world.bench.moves.approve(id, { person: 'ben', key: 'k', signature: 's', at: 0 }));
    expect(await world.bench.settle(id)).toMatchObject({ state: 'completed' });
  });

  it('makes one move of a due time, whenever it is killed', async () => {
    // The process ends after the move was asked for and before that was noted.
    const { schedules: log } = world.bench.store;
    const broken = { ...world.bench.store, schedules: { ...log, add: () => Promise.reject(new Error('killed')) } };
    const dying = new Scheduler({
      schedules: world.schedules,
      store: broken,
      moves: world.bench.moves,
      clock: world.bench.transfers.clock,
      available: async () => (await world.bench.moveOptions.available('withdrawal'))!,
      quote: async () => ({ fromAmount: dec('0.05'), toAmount: dec(2000) }),
      tell: () => undefined,
    });
    await round();
    await world.bench.transfers.pass(HOUR_MS);
    await expect(run(dying.round())).rejects.toThrow('killed');
    const [asked] = await moves();
    await restart();
    await round();
    await round();
    expect((await moves()).map(({ id }) => id)).toEqual([asked!.id]);
    expect(await last()).toMatchObject({ outcome: 'asked', moveId: asked!.id });
  });

  it('asks for nothing twice when a later life has a clock that goes behind, and goes on after one that was ahead', async () => {
    world.bench.decision = { ...ALLOWED, verdict: 'deny', rule: 'default', why: ['no'] };
    await nextHour();
    expect(await moves()).toHaveLength(1);
    world.skewMs = -30 * 60_000;
    await restart();
    for (let minutes = 0; minutes < 40; minutes += 5) {
      await world.bench.transfers.pass(5 * 60_000);
      await round();
    }
    expect(await moves()).toHaveLength(1);
    world.skewMs = 400 * 24 * HOUR_MS + 25 * 60_000;
    await restart();
    await round();
    expect(await moves()).toHaveLength(2);
    world.skewMs = 0;
    await restart();
    await nextHour();
    expect(await moves()).toHaveLength(3);
  });

  it('leaves out digits that the venue does not convert', async () => {
    world.schedules = [
      { ...FLOAT, terms: { ...FLOAT.terms, keep: { amount: dec('100500.12345'), currency: 'EUR' } } as TreasurySchedule['terms'] },
    ];
    born();
    await nextHour();
    await settled();
    expect(world.bench.transfers.balance('EUR').toFixed()).toBe('100500.12');
    await nextHour();
    expect(await moves()).toHaveLength(1);
  });

  it('says what could not be asked for', async () => {
    world.schedules = [
      { ...FLOAT, terms: { ...FLOAT.terms, keep: { amount: dec(90_000_000), currency: 'EUR' } } as TreasurySchedule['terms'] },
    ];
    born();
    await nextHour();
    expect(await last()).toMatchObject({ outcome: 'failed', moveId: undefined });
    expect(await moves()).toEqual([]);
    world.schedules = [{ ...SWEEP, terms: { ...SWEEP.terms, to: 'nowhere' } as TreasurySchedule['terms'] }];
    born();
    await nextHour();
    expect(await last('cold')).toMatchObject({ outcome: 'failed', evidence: 'the address book has no nowhere' });
  });

  it('shows what each would do now and is due next, and writes nothing', async () => {
    world.schedules = [FLOAT, SWEEP];
    born();
    const [float, sweep] = await run(world.moves.reports());
    expect(float).toMatchObject({
      name: 'payouts',
      person: 'schedule/payouts',
      what: 'keep 102000 EUR, convert what is missing from BTC',
      nextDue: '2026-11-20T11:00:00.000Z',
      would: expect.stringMatching(/^convert [\d.]+ BTC into EUR for 2000 EUR, rule "all": allowed$/) as string,
      now: { verdict: 'allow' },
      open: null,
      last: null,
    });
    expect(sweep).toMatchObject({ what: 'send what is above 4.9 BTC to cold-1', would: 'withdraw 0.1 BTC to cold-1, rule "all": allowed' });
    expect(await moves()).toEqual([]);
    expect(await last()).toBeUndefined();
  });
});
