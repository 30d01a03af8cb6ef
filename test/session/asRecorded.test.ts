import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { entomb } from '../../src/engine/savedEntombed.ts';
import type { Event } from '../../src/model/event.ts';
import { decisionsOf, decisionsText } from '../../src/session/decisions.ts';
import { differenceOf } from '../../src/session/difference.ts';
import { canonicalText } from '../../src/session/exactText.ts';
import { matchDecisions } from '../../src/session/matchDecisions.ts';
import { DeskRoom } from '../engine/deskOrders/deskRoom.ts';
import { euro } from '../engine/fixtures.ts';
import { roomIn } from '../engine/risk/situation.ts';

const EVENT: Event = { type: 'timer', at: 0, sequence: 1 };

/** The decisions that save a stop, as this version writes them and as the one before did, and at another price. */
function stops(): { readonly now: string; readonly before: string; readonly other: string } {
  const saved = (stop: string): string => {
    const room = new DeskRoom();
    room.hold('0.009');
    room.place({ kind: 'stop', amount: 'position', stop: dec(stop) });
    return decisionsText(room.bench.notices('save-state').slice(-1));
  };
  const now = saved('59000');
  return { now, before: now.replace(/\\"grid\\":\{.*?\},/, ''), other: saved('58000') };
}

function tombs(): { readonly now: string; readonly before: string; readonly other: string } {
  const saved = (amount: string): string => {
    const room = roomIn({ limits: { maxExposure: euro('6000') } });
    entomb(room.placed('lost', 'Buy', '60000', amount), room.engine.state);
    return decisionsText(room.notices.filter(({ type }) => type === 'save-state').slice(-1));
  };
  const now = saved('0.05');
  return { now, before: now.replace(/,\\"lot\\":\\".*?\\"/, ''), other: saved('0.04') };
}

it('a session of a version that did not say of what closes a position that it reduces it is the same', () => {
  const place = { type: 'place', symbol: 'BTC/EUR', side: 'Sell', amount: dec('0.5') };
  const [before, now] = [canonicalText([place]), canonicalText([{ ...place, reduces: true }])];
  expect(differenceOf(EVENT, before, now)).toBeUndefined();
  expect(matchDecisions(decisionsOf(before), decisionsOf(now)).pairs).toHaveLength(1);
  expect(differenceOf(EVENT, now, before)).toMatchObject({ fields: [{ decision: 0, field: 'reduces' }] });
});

describe.each([
  ['orders that the desk keeps', stops],
  ['orders that may still turn up', tombs],
])('a session of a version that saved %s without the rules of their pair', (_, textsOf) => {
  const { now, before, other } = textsOf();

  it('is the same in a replay and in a canary', () => {
    expect(before).not.toBe(now);
    expect(differenceOf(EVENT, before, now)).toBeUndefined();
    expect(matchDecisions(decisionsOf(before), decisionsOf(now)).leftovers).toEqual({ recorded: [], replayed: [] });
  });

  it('differs where anything else does', () => {
    expect(differenceOf(EVENT, before, other)).toMatchObject({ fields: [{ decision: 0, field: 'state' }] });
    expect(matchDecisions(decisionsOf(before), decisionsOf(other)).pairs).toEqual([]);
  });

  it('is not what lacks them by now', () => {
    expect(differenceOf(EVENT, now, before)).toBeDefined();
    expect(matchDecisions(decisionsOf(now), decisionsOf(before)).pairs).toEqual([]);
  });

  it('can not be read at all', () => {
    const broken = canonicalText(decisionsOf(before).map((decision) => ({ ...decision, state: 'nothing' })));
    expect(differenceOf(EVENT, broken, now)).toBeDefined();
    expect(differenceOf(EVENT, before, broken)).toBeDefined();
  });
});
