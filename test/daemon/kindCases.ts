import type { NewOrder } from '../../src/engine/deskOrders/newOrder.ts';
import {
  AGAIN,
  behind,
  bracket,
  buy,
  FAR,
  HELD,
  hold,
  holding,
  type KindCase,
  large,
  oneOf,
  PIECES,
  position,
  UNSEEN_MS,
} from './kindCase.ts';

const SPOT: readonly KindCase[] = [
  {
    kind: 'market',
    edge: 'so many bps beyond the touch',
    phases: [{ bps: 0, places: () => [{ ...buy, kind: 'market', withinBps: 20 }] }],
    wanted: ['place Buy 0.002 22', 'cancel'],
  },
  {
    kind: 'market',
    edge: 'never beyond the collar',
    phases: [{ bps: 0, places: () => [{ ...buy, kind: 'market', withinBps: 900 }] }],
    wanted: ['place Buy 0.002 476', 'cancel'],
  },
  {
    kind: 'market',
    edge: 'partly filled, the rest canceled',
    phases: [{ bps: 0, places: () => [{ side: 'Buy', amount: large, kind: 'market', withinBps: 2 }] }],
    wanted: ['place Buy 0.06 4', 'cancel'],
  },
  {
    kind: 'market',
    edge: 'its turn comes',
    phases: behind(() => ({ ...buy, kind: 'market', withinBps: 20 })),
    wanted: [FAR, 'place Buy 0.002 22', 'cancel', 'cancel'],
  },
  { kind: 'ioc', edge: 'filled', phases: [{ bps: 0, places: (at) => [hold(at)] }], wanted: HELD },
  {
    kind: 'ioc',
    edge: 'partly filled, the rest canceled',
    phases: [{ bps: 0, places: (at) => [{ side: 'Buy', amount: large, kind: 'ioc', price: at(4) }] }],
    wanted: ['place Buy 0.06 4', 'cancel'],
  },
  {
    kind: 'ioc',
    edge: 'nothing is there',
    phases: [{ bps: 0, places: (at) => [{ ...buy, kind: 'ioc', price: at(-30) }] }],
    wanted: ['place Buy 0.002 -30', 'cancel'],
  },
  {
    kind: 'ioc',
    edge: 'its turn comes',
    phases: behind((at) => ({ ...buy, kind: 'ioc', price: at(20) })),
    wanted: [FAR, 'place Buy 0.002 20', 'cancel', 'cancel'],
  },
  {
    kind: 'post-only',
    edge: 'rests, and a gap fills it',
    phases: [{ bps: 0, places: (at) => [{ ...buy, kind: 'post-only', price: at(-50) }] }, { bps: -200 }],
    wanted: ['place Buy 0.002 -50'],
  },
  {
    kind: 'post-only',
    edge: 'not sent where it would take',
    phases: [{ bps: 0, places: (at) => [{ ...buy, kind: 'post-only', price: at(30) }] }],
    wanted: [],
  },
  {
    kind: 'post-only',
    edge: 'its turn comes',
    phases: behind((at) => ({ ...buy, kind: 'post-only', price: at(-50) }), { bps: -200 }),
    wanted: [FAR, 'place Buy 0.002 -50', 'cancel'],
  },
  {
    kind: 'limit',
    edge: 'good till a time',
    phases: [{ bps: 0, places: (at, ctx) => [{ ...buy, kind: 'limit', price: at(-50), until: ctx.now + 6000 }] }],
    wanted: ['place Buy 0.002 -50', 'cancel'],
  },
  {
    kind: 'limit',
    edge: 'filled before its time',
    phases: [
      { bps: 0, places: (at, ctx) => [{ ...buy, kind: 'limit', price: at(-50), until: ctx.now + 20_000 }] },
      { bps: -90 },
      { bps: 0, lastsMs: 20_000 },
    ],
    wanted: ['place Buy 0.002 -50'],
    ahead: { wanted: ['place Buy 0.002 -50', 'cancel'], because: '`until` is a time of the clock: one that is set ahead passes it' },
  },
  {
    kind: 'limit',
    edge: 'its turn comes',
    phases: behind((at) => ({ ...buy, kind: 'limit', price: at(-50) }), { bps: -90 }),
    wanted: [FAR, 'place Buy 0.002 -50', 'cancel'],
  },
];

const EXITS: readonly KindCase[] = [
  {
    kind: 'stop',
    edge: 'its price comes',
    phases: holding((at) => [{ ...position, kind: 'stop', stop: at(-100) }], { bps: -60 }, { bps: -120 }),
    wanted: [...HELD, 'place Sell 0.002 -588'],
    killed: { 'stop working': AGAIN },
  },
  {
    kind: 'stop',
    edge: 'a gap through it',
    phases: holding((at) => [{ ...position, kind: 'stop', stop: at(-100) }], { bps: -800 }),
    wanted: [...HELD, 'place Sell 0.002 -1236'],
    killed: { 'stop working': AGAIN },
  },
  {
    kind: 'stop-limit',
    edge: 'its price comes',
    phases: holding((at) => [{ ...position, kind: 'stop', stop: at(-100), price: at(-140) }], { bps: -60 }, { bps: -120 }),
    wanted: [...HELD, 'place Sell 0.002 -140'],
  },
  {
    kind: 'stop-limit',
    edge: 'a gap through it: it rests until the price comes back',
    phases: holding((at) => [{ ...position, kind: 'stop', stop: at(-100), price: at(-140) }], { bps: -800 }, { bps: -50 }),
    wanted: [...HELD, 'place Sell 0.002 -140'],
  },
  {
    kind: 'stop-limit',
    edge: 'triggered while a take-profit is canceled',
    phases: holding(
      (at) => [
        { ...position, kind: 'stop', stop: at(-100), price: at(-140) },
        { ...position, kind: 'take-profit', price: at(300) },
      ],
      { bps: -120 },
    ),
    wanted: [...HELD, 'place Sell 0.002 300', 'cancel', 'place Sell 0.002 -140'],
  },
  {
    kind: 'trailing-stop',
    edge: 'follows, and its price comes',
    phases: holding(() => [{ ...position, kind: 'trailing-stop', trailBps: 100 }], { bps: 200 }, { bps: 130 }, { bps: 70 }),
    wanted: [...HELD, 'place Sell 0.002 -407'],
    killed: { 'trailing-stop working': AGAIN },
  },
  {
    kind: 'trailing-stop',
    edge: 'a gap through it',
    phases: holding(
      (at) => [{ ...position, kind: 'trailing-stop', trailBps: 100, from: at(100) }],
      { bps: -100 },
      { bps: 200 },
      { bps: -700 },
    ),
    wanted: [...HELD, 'place Sell 0.002 -1141'],
    killed: { 'trailing-stop working': AGAIN },
  },
  {
    kind: 'trailing-stop',
    edge: 'triggered while a take-profit is canceled',
    phases: holding(
      (at) => [
        { ...position, kind: 'trailing-stop', trailBps: 100 },
        { ...position, kind: 'take-profit', price: at(300) },
      ],
      { bps: -120 },
    ),
    wanted: [...HELD, 'place Sell 0.002 300', 'cancel', 'place Sell 0.002 -588'],
    killed: { 'trailing-stop working': AGAIN },
  },
  {
    kind: 'take-profit',
    edge: 'rests, and is filled',
    phases: holding((at) => [{ ...position, kind: 'take-profit', price: at(100) }], { bps: 70 }, { bps: 140 }),
    wanted: [...HELD, 'place Sell 0.002 100'],
  },
  {
    kind: 'take-profit',
    edge: 'grows with the position',
    phases: holding((at) => [{ ...position, kind: 'take-profit', price: at(100) }], { bps: 0, places: (at) => [hold(at)] }, { bps: 140 }),
    wanted: [...HELD, 'place Sell 0.002 100', ...HELD, 'place Sell 0.002 100'],
  },
  {
    kind: 'take-profit',
    edge: 'filled in part, and then a gap through the stop',
    phases: [
      { bps: 0, places: (at) => [{ side: 'Buy', amount: large, kind: 'ioc', price: at(60) }] },
      { bps: 40, lastsMs: 20_000, places: (at) => [oneOf(at)] },
      { bps: 61, lastsMs: 20_000 },
      { bps: -900, lastsMs: 20_000 },
    ],
    shape: ['place Buy 60', 'cancel', 'place Sell 60', 'cancel', 'place Sell -1330'],
    modelled: ['place Buy 60', 'cancel', 'place Sell 60'],
    because: PIECES,
  },
];

const PAIRED: readonly KindCase[] = [
  {
    kind: 'bracket',
    edge: 'entry, then its take-profit',
    phases: [{ bps: 0, places: (at) => [bracket(at)] }, { bps: -130 }, { bps: 20 }, { bps: 90 }],
    wanted: ['place Buy 0.002 -100', 'place Sell 0.002 60'],
  },
  {
    kind: 'bracket',
    edge: 'entry, then a gap through its stop',
    phases: [{ bps: 0, places: (at) => [bracket(at)] }, { bps: -130 }, { bps: -900 }],
    wanted: ['place Buy 0.002 -100', 'place Sell 0.002 60', 'cancel', 'place Sell 0.002 -1331'],
  },
  {
    kind: 'bracket',
    edge: 'the take-profit is filled while the stop triggers',
    ordersMs: UNSEEN_MS,
    phases: [
      { bps: 0, places: (at) => [bracket(at)] },
      { bps: -130, lastsMs: 70_000 },
      { bps: 90, lastsMs: 2000 },
      { bps: -900, lastsMs: 80_000 },
    ],
    wanted: ['place Buy 0.002 -100', 'place Sell 0.002 60', 'cancel'],
  },
  {
    kind: 'bracket',
    edge: 'the entry is filled in part',
    phases: [{ bps: 0, places: (at) => [{ ...bracket(at), amount: large } as NewOrder] }, { bps: -104, lastsMs: 20_000 }, { bps: -900 }],
    shape: ['place Buy -100', 'place Sell 60', 'cancel', 'place Sell -1330'],
    because: PIECES,
  },
  {
    kind: 'bracket',
    edge: 'its turn comes',
    phases: behind((at) => bracket(at), { bps: -130 }, { bps: 90 }),
    wanted: [FAR, 'place Buy 0.002 -100', 'place Sell 0.002 60', 'cancel'],
  },
  { kind: 'one-of', edge: 'its take-profit', phases: holding((at) => [oneOf(at)], { bps: 90 }), wanted: [...HELD, 'place Sell 0.002 60'] },
  {
    kind: 'one-of',
    edge: 'a gap through its stop',
    phases: holding((at) => [oneOf(at)], { bps: -900 }),
    wanted: [...HELD, 'place Sell 0.002 60', 'cancel', 'place Sell 0.002 -1331'],
  },
  {
    kind: 'one-of',
    edge: 'the take-profit is filled while the stop triggers',
    ordersMs: UNSEEN_MS,
    phases: [
      { bps: 0, lastsMs: 65_000, places: (at) => [hold(at)] },
      { bps: 40, lastsMs: 47_000, places: (at) => [oneOf(at, 200)] },
      { bps: 230, lastsMs: 2000 },
      { bps: -900, lastsMs: 80_000 },
    ],
    wanted: [...HELD, 'place Sell 0.002 200', 'cancel'],
  },
  {
    kind: 'reduce-only',
    edge: 'no more than is held',
    phases: holding(() => [{ ...position, kind: 'market' }], { bps: 0, places: () => [{ ...position, kind: 'market' }] }),
    wanted: [...HELD, 'place Sell 0.002 -436'],
    killed: { 'market working': AGAIN },
  },
  {
    kind: 'reduce-only',
    edge: 'two exits, one position',
    phases: holding(
      (at) => [
        { ...position, kind: 'stop', stop: at(-100) },
        { ...position, kind: 'stop', stop: at(-150) },
        { ...position, kind: 'take-profit', price: at(300) },
      ],
      { bps: -900 },
    ),
    wanted: [...HELD, 'place Sell 0.002 300', 'cancel', 'place Sell 0.002 -1331'],
    killed: { 'stop working': AGAIN },
  },
];

export const KIND_CASES: readonly KindCase[] = [...SPOT, ...EXITS, ...PAIRED];
