import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import type { DeskOrderEnd, DeskOrderKind } from '../../../src/model/deskOrder.ts';
import { BRACKET, DeskRoom } from './deskRoom.ts';
import { ENDS, KINDS, STEPS } from './stateTable.ts';

const BUY = { side: 'Buy', amount: dec('0.009') } as const;
const STOP = { kind: 'stop', amount: 'position', stop: dec('59000') } as const;
const HALT = { type: 'stop-trading', scope: { of: 'all', name: '' }, state: 'halted', orders: 'keep', reason: 'a person' } as const;
const RESUME = { type: 'resume-trading', scope: { of: 'all', name: '' } } as const;

/** The keys of a record of all kinds, and of all ends: a new one must be added here, and then to the page. */
const ALL_KINDS: Record<DeskOrderKind, true> = {
  market: true,
  ioc: true,
  limit: true,
  'post-only': true,
  stop: true,
  'trailing-stop': true,
  'take-profit': true,
  bracket: true,
  'one-of': true,
  twap: true,
  pov: true,
  iceberg: true,
  peg: true,
};
const ALL_ENDS: Record<DeskOrderEnd, true> = { filled: true, canceled: true, expired: true, refused: true, 'nothing-left': true };

function halted(room: DeskRoom): void {
  room.bench.operator(HALT);
}

function stopped(): DeskRoom {
  const room = new DeskRoom();
  room.hold('0.009');
  room.place(STOP);
  return room;
}

/** For each step of the page something that leads to it. */
const WAYS: Readonly<Record<string, () => DeskRoom>> = {
  'placed > active': stopped,
  'placed > triggered': () => {
    const room = new DeskRoom();
    room.hold('0.009');
    halted(room);
    room.place({ ...STOP, stop: dec('59995') });
    return room;
  },
  'placed > working': () => {
    const room = new DeskRoom();
    room.place({ ...BUY, kind: 'limit', price: dec('59000') });
    return room;
  },
  'placed > done': () => {
    const room = new DeskRoom();
    room.place({ ...BUY, kind: 'post-only', price: dec('60010') });
    return room;
  },
  'active > triggered': () => {
    const room = stopped();
    halted(room);
    room.book('58900', '58910');
    return room;
  },
  'active > working': () => {
    const room = stopped();
    room.book('58900', '58910');
    return room;
  },
  'active > done': () => {
    const room = stopped();
    room.ctx.cancel(room.kept[0]!.id);
    room.book('59990', '60010');
    return room;
  },
  'triggered > working': () => {
    const room = WAYS['active > triggered']!();
    room.bench.operator(RESUME);
    room.book('58900', '58910');
    return room;
  },
  'triggered > done': () => {
    const room = WAYS['active > triggered']!();
    room.ctx.cancel(room.kept[0]!.id);
    room.book('58900', '58910');
    return room;
  },
  'working > working': () => {
    const room = WAYS['active > working']!();
    room.bench.timer(1000);
    room.book('57000', '57010');
    room.book('57000', '57010');
    return room;
  },
  'working > triggered': () => {
    const room = new DeskRoom();
    room.place(BRACKET);
    room.fillAll();
    // It takes over what the bracket has at the venue.
    room.place({ ...STOP, stop: dec('59200') });
    room.book('59100', '59110');
    room.book('58000', '58010');
    return room;
  },
  'working > done': () => {
    const room = WAYS['active > working']!();
    room.fillAll();
    return room;
  },
  'done > active': () => {
    const room = new DeskRoom();
    room.place({ ...BRACKET, exits: [BRACKET.exits[0]] });
    room.bench.report({ type: 'order-closed', orderId: 'order-1', end: 'canceled', filled: dec('0') });
    room.book('59990', '60010');
    room.bench.fill('order-1', dec('0.004'));
    room.book('59990', '60010');
    return room;
  },
};

describe('the page of the kinds of orders', () => {
  it('names each kind once, and no other', () => {
    expect(KINDS.toSorted()).toEqual(Object.keys(ALL_KINDS).toSorted());
  });

  it('names each end, and no other', () => {
    expect(new Set(ENDS)).toEqual(new Set(Object.keys(ALL_ENDS)));
  });

  it('names only steps that there is a way to', () => {
    expect(STEPS.toSorted()).toEqual(Object.keys(WAYS).toSorted());
  });

  it.each(STEPS)('%s happens', (step) => {
    expect(WAYS[step]!().steps).toContain(step);
  });
});
