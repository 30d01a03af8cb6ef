import { describe, expect, it } from 'vitest';
import { daemonEvents } from '../../src/cli/eventWay.ts';
import type { EventRow } from '../../src/control/contract/controlReplies.ts';
import type { ControlClient } from '../../src/control/controlClient.ts';

/** A daemon with so many lines, of which it tells at most 500 at once, the newest first. */
function daemonWith(count: number): Pick<ControlClient, 'call'> {
  const call = ((_name: string, { after = 0, before = Infinity, limit }: { after?: number; before?: number; limit: number }) => {
    expect(limit).toBeLessThanOrEqual(500);
    const ids = Array.from({ length: count }, (_, i) => count - i).filter((id) => id > after && id < before);
    return Promise.resolve(ids.slice(0, limit).map((id) => ({ id }) as EventRow));
  }) as ControlClient['call'];
  return { call };
}

const idsOf = (rows: readonly EventRow[]): readonly number[] => rows.map(({ id }) => id);

describe('the event log of a running daemon', () => {
  it('gives all that came after a line, though it is more than a page', async () => {
    const found = idsOf(await daemonEvents(daemonWith(1234)).after(20, {}));
    expect(found).toEqual(Array.from({ length: 1214 }, (_, i) => i + 21));
  });

  it('gives the newest, oldest first, and no more than is asked for', async () => {
    const way = daemonEvents(daemonWith(1234));
    expect(idsOf(await way.newest({}, 3))).toEqual([1232, 1233, 1234]);
    expect(await way.newest({}, 700)).toHaveLength(700);
    expect(await way.newest({}, 2000)).toHaveLength(1234);
  });
});
