import { afterAll, describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { p, strategy } from '../../src/engine/kit.ts';
import { canaryRun } from '../../src/session/canary.ts';
import { matchDecisions } from '../../src/session/matchDecisions.ts';
import maker from '../../strategies/maker.ts';
import { configured } from '../daemon/simulatedWorld.ts';
import { recordedSession, temporaryFolder, threeStrategies } from './recordedWorld.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const makerAt = (spreadBps: string) => configured('maker', 'BTC/EUR', maker, { spreadBps, size: '0.01', smooth: '5', maxBase: '0.2' });

describe('a canary', () => {
  it.each([1, 2, 3])('finds nothing where nothing has changed (seed %i)', async (seed) => {
    const session = await recordedSession(folder.at(`same-${seed}`), { seed, strategies: threeStrategies() }, 60_000);
    expect(canaryRun(session.folder, session.engine, 0, { show: 5 })).toMatchObject({
      differing: 0,
      counts: [],
      first: [],
      events: session.events,
    });
  });

  it.each([true, false])('counts by strategy and kind, and goes on with what really happened (replaces: %s)', async (replaces) => {
    const options = { seed: 11, replaces, strategies: threeStrategies() };
    const session = await recordedSession(folder.at(`wider-${replaces}`), options, 120_000);
    const [, ...others] = threeStrategies();
    const run = canaryRun(session.folder, { ...session.engine, strategies: [makerAt('9'), ...others] }, 0, { show: 2 });
    expect(run.events).toBe(session.events);
    // Only the changed strategy differs, although the two others went on in the same engine.
    expect(new Set(run.counts.map(({ strategy }) => strategy))).toEqual(new Set(['maker']));
    expect(run.counts.some(({ kind, added, changed }) => kind === (replaces ? 'replace' : 'place') && added + changed > 5)).toBe(true);
    expect(run.first).toHaveLength(2);
    expect(run.first[0]).toMatchObject({
      recorded: [{ type: 'place', strategy: 'maker' }],
      replayed: [{ type: 'place', strategy: 'maker' }],
    });
    expect(run.first[0]!.fields.map(({ field }) => field)).toContain('price');
  });

  it('counts only what lies in the time that was asked for', async () => {
    const session = await recordedSession(folder.at('late'), { seed: 12, strategies: [makerAt('6')] }, 30_000);
    const changed = { ...session.engine, strategies: [makerAt('9')] };
    const all = canaryRun(session.folder, changed, 0, { show: 1 });
    const middle = all.first[0]!.at + 10_000;
    const late = canaryRun(session.folder, changed, middle);
    expect(late.differing).toBeGreaterThan(0);
    expect(late.differing).toBeLessThan(all.differing);
    expect(late.events).toBeGreaterThanOrEqual(late.differing);
    const early = canaryRun(session.folder, changed, 0, { to: middle - 1 });
    expect([early.events + late.events, early.differing + late.differing]).toEqual([all.events, all.differing]);
  });

  it('takes a strategy that throws for a difference, and the others go on', async () => {
    const session = await recordedSession(folder.at('throws'), { seed: 13, strategies: threeStrategies() }, 30_000);
    const broken = strategy({
      about: 'Throws.',
      params: { size: p.decimal('1') },
      setup: () => ({
        onBook: () => {
          throw new Error('a mistake of the new build');
        },
      }),
    });
    const [, ...others] = threeStrategies();
    const run = canaryRun(session.folder, { ...session.engine, strategies: [configured('maker', 'BTC/EUR', broken), ...others] }, 0);
    expect(run.events).toBe(session.events);
    expect(run.counts).toContainEqual({ strategy: 'maker', kind: 'strategy-stopped', dropped: 0, added: 1, changed: 0 });
    expect(new Set(run.counts.map(({ strategy: name }) => name))).toEqual(new Set(['maker']));
  });
});

describe('two lists of decisions', () => {
  const place = { type: 'place', strategy: 's', price: dec('100'), amount: dec('1'), intentId: 'A' };

  it('match whatever their ids, and by amounts that chance lowered', () => {
    const other = { ...place, intentId: 'B', amount: dec('0.9995') };
    expect(matchDecisions([place], [other])).toEqual({ pairs: [[place, other]], leftovers: { recorded: [], replayed: [] } });
  });

  it.each([
    { ...place, price: dec('101') },
    { ...place, amount: dec('0.99') },
    { ...place, type: 'replace' },
    { type: 'halted', reason: 'x' },
  ])('do not match otherwise: %j', (other) => {
    expect(matchDecisions([place], [other])).toEqual({ pairs: [], leftovers: { recorded: [place], replayed: [other] } });
  });
});
