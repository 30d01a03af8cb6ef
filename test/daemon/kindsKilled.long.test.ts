import { afterAll, describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../src/base/instant.ts';
import { temporaryFolder } from '../session/recordedWorld.ts';
import type { KindCase } from './kindCase.ts';
import { KIND_CASES } from './kindCases.ts';
import { live, type LiveOptions, type LiveRun, shapeOf } from './kindWorlds.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

let runs = 0;
const run = (one: KindCase, options: Omit<LiveOptions, 'folder'> = {}): Promise<LiveRun> =>
  live(one, { ...options, folder: folder.at(`run-${runs++}`) });

const NAMED = KIND_CASES.map((one) => [`${one.kind}: ${one.edge}`, one] as const);

describe('a kill in each state of an order', () => {
  it.each(NAMED)('%s: both lives together do what one would have done', async (_name, one) => {
    const whole = await run(one);
    expect(whole.seen.size).toBeGreaterThan(0);
    for (const [state, seenAt] of whole.seen) {
      const killed = await run(one, { killAt: seenAt + 1 });
      const other = one.killed?.[state];
      const where = `killed in ${state}${other === undefined ? '' : `: ${other.because}`}`;
      if (one.wanted === undefined) expect(shapeOf(killed.told), where).toEqual(one.shape);
      else expect(killed.told, where).toEqual([...one.wanted, ...(other?.also ?? [])]);
      expect(killed.held, where).toBe(whole.held);
    }
    // What is said of a state must be about one that was seen.
    for (const state of Object.keys(one.killed ?? {})) expect([...whole.seen.keys()]).toContain(state);
  });
});

describe("a machine's clock that is set while orders are kept", () => {
  it.each(NAMED)('%s: back by an hour changes nothing', async (_name, one) => {
    const { told } = await run(one, { stepMs: -HOUR_MS });
    if (one.wanted === undefined) expect(shapeOf(told)).toEqual(one.shape);
    else expect(told).toEqual(one.wanted);
  });

  it.each(NAMED)('%s: ahead by an hour changes what the time says, and nothing else', async (_name, one) => {
    const { told } = await run(one, { stepMs: HOUR_MS });
    if (one.wanted === undefined) expect(shapeOf(told)).toEqual(one.shape);
    else expect(told, one.ahead?.because).toEqual(one.ahead?.wanted ?? one.wanted);
  });
});
