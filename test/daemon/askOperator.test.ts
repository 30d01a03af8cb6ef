import { Subject } from 'rxjs';
import { expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { askOperator, type OperatorAsk } from '../../src/daemon/askOperator.ts';
import type { Trader } from '../../src/daemon/trader.ts';
import type { Event, OperatorOrder } from '../../src/model/event.ts';
import type { Notice } from '../../src/model/notice.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const PLACE: OperatorAsk = {
  type: 'place',
  intentId: 'mine',
  symbol: 'BTC/EUR',
  side: 'Buy',
  orderType: 'Limit',
  price: dec('60000'),
  amount: dec('0.1'),
};

/** A trader that answers at once: that the lane is busy while it is, and else with an open order. */
function traderWith(busy: Set<string>) {
  const asked: OperatorOrder[] = [];
  const events$ = new Subject<Event>();
  const notices$ = new Subject<Notice>();
  const trader = {
    events$,
    notices$,
    commands$: new Subject(),
    snapshot: () => ({ stops: [], deskOrders: [], leftOut: [], orders: [], trades: [], frozen: {}, busy: [...busy] }),
    operator(order: OperatorOrder) {
      asked.push(order);
      if (busy.size === 0) {
        const report = { type: 'order-opened', intentId: 'mine', orderId: '7', adopted: false };
        events$.next({ type: 'report', report } as unknown as Event);
      } else {
        notices$.next({ type: 'refused', intentId: 'mine', rule: 'lane-busy', message: 'another is on its way' } as unknown as Notice);
      }
    },
  } as unknown as Trader;
  return { trader, asked };
}

const CANCEL_KEPT = { type: 'cancel', intentId: 'c', orderId: 'd', symbol: '' } as const;

it('waits for a busy lane without a word, and is asked for once', async () => {
  const clock = new VirtualClock(0);
  const busy = new Set(['spot:BTC/EUR']);
  const { trader, asked } = traderWith(busy);
  const result = askOperator(trader, clock, PLACE);
  await clock.advance(3000, turn);
  expect(asked).toEqual([]);
  busy.clear();
  await clock.advance(100, turn);
  await expect(result).resolves.toMatchObject({ outcome: 'opened', orderId: '7' });
  expect(asked).toHaveLength(1);
});

it('is asked for once, and refused once, where the lane stays busy, and says to repeat it', async () => {
  const clock = new VirtualClock(0);
  const { trader, asked } = traderWith(new Set(['spot:BTC/EUR']));
  const result = askOperator(trader, clock, PLACE).catch((error: unknown) => error);
  await clock.advance(10_000, turn);
  expect(await result).toMatchObject({
    code: 'risk',
    message: 'refused by lane-busy: another is on its way',
    suggestion: expect.stringContaining('repeat it; `sluice orders unresolved`') as string,
  });
  expect(asked).toHaveLength(1);
});

it('does not wait for the lane of another pair', async () => {
  const { trader, asked } = traderWith(new Set(['spot:ETH/EUR']));
  void askOperator(trader, new VirtualClock(0), PLACE).catch(() => undefined);
  await turn();
  expect(asked).toHaveLength(1);
});

it('says of a cancel whose answer nobody understands that it may be repeated, with the outcome that it has', async () => {
  const clock = new VirtualClock(0);
  const { trader } = traderWith(new Set());
  const events$ = new Subject<Event>();
  const report = { type: 'cancel-failed', orderId: '123', reason: 'HTTP 400: order 123 is not open', code: 'unknown-outcome' };
  const operator = () => events$.next({ type: 'report', report } as unknown as Event);
  const asked = askOperator({ ...trader, events$, operator } as unknown as Trader, clock, {
    type: 'cancel',
    intentId: 'mine',
    orderId: '123',
    symbol: '',
  });
  asked.catch(() => undefined);
  await clock.advance(10_000, turn);
  await expect(asked).rejects.toMatchObject({
    code: 'unknown-outcome',
    outcome: 'unknown',
    message: expect.stringContaining('order 123 is not open') as string,
    suggestion: expect.stringContaining('a cancel may be repeated') as string,
  });
});

it('says of a saved order that is not watched what of it is still open, and that it is canceled when nothing is', async () => {
  const clock = new VirtualClock(0);
  const { trader } = traderWith(new Set());
  let leftOut = [{ id: 'd', childIds: ['a', 'b', 'c'] }];
  const orders = [
    { intentId: 'a', orderId: '7', symbol: 'BTC/EUR', state: 'open' },
    { intentId: 'b', orderId: undefined, symbol: 'BTC/EUR', state: 'unknown' },
    { intentId: 'other', orderId: '8', symbol: 'BTC/EUR', state: 'open' },
  ];
  const snapshot = () => ({ ...trader.snapshot(), leftOut, orders });
  const ask = () => askOperator({ ...trader, snapshot, operator: () => undefined } as unknown as Trader, clock, CANCEL_KEPT);
  const first = ask();
  await clock.advance(10_000, turn);
  expect(await first).toEqual({
    outcome: 'cancel-sent',
    orderId: 'd',
    message: 'it is being ended and waits for the end of order 7 of BTC/EUR (open) and what came of b of BTC/EUR (unknown)',
  });
  const again = ask();
  await clock.advance(5000, turn);
  leftOut = [];
  await clock.advance(1000, turn);
  expect(await again).toEqual({ outcome: 'canceled', orderId: 'd' });
});
