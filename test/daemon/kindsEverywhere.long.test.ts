import { afterAll, expect, it } from 'vitest';
import { temporaryFolder } from '../session/recordedWorld.ts';
import { STEPS } from '../engine/deskOrders/stateTable.ts';
import { KIND_CASES } from './kindCases.ts';
import { live, paperCommands, shapeOf } from './kindWorlds.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

it.each(KIND_CASES.map((one) => [`${one.kind}: ${one.edge}`, one] as const))(
  '%s: the same commands live, in its replay, on paper and in a backtest',
  async (name, one) => {
    const at = (what: string): string => folder.at(`${what} ${name}`.replaceAll(/\W/g, '-'));
    const run = await live(one, { folder: at('live') });
    const worlds = new Map([['live', run.told], ...(await paperCommands(one, at('paper')))]);
    expect([...worlds.keys()].toSorted()).toEqual(['fitted', 'live', 'optimistic', 'paper', 'pessimistic']);
    for (const [world, told] of worlds) {
      if (one.wanted !== undefined) expect(told, world).toEqual(one.wanted);
      else if (world === 'live') expect(shapeOf(told)).toEqual(one.shape);
      else expect([one.shape, one.modelled], `${world}: ${one.because}`).toContainEqual(shapeOf(told));
    }
    expect(run.isReplayed).toBe(true);
    expect(run.trouble).toEqual([]);
    for (const step of run.steps) expect(STEPS).toContain(step);
  },
);
