import { expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { Fault } from '../../src/base/fault.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { Operations, type OperationsOptions, type StopTrading } from '../../src/daemon/operations.ts';
import type { Trader } from '../../src/daemon/trader.ts';
import { ALL_TRADING } from '../../src/model/tradingStop.ts';
import { overtaken } from '../../src/store/overtaken.ts';

const KILL: StopTrading = { type: 'stop-trading', scope: ALL_TRADING, state: 'halted', orders: 'cancel', reason: 'a person said so' };
const LOST = new Fault('store', 'it could not be written down', { cause: overtaken() });

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** The operations of a trader whose stops are written down when, and if, `written` resolves. */
function operationsOf(
  written: Promise<void>,
  clock: VirtualClock,
  handOn?: OperationsOptions['handOn'],
  pairs: readonly object[] = [],
  shown: object = {},
) {
  const told: string[] = [];
  const trader = {
    stopTrading: () => written,
    snapshot: () => ({ orders: [], stops: [], ...shown }),
    post: () => true,
    pairs,
  } as unknown as Trader;
  const onTrouble = (message: string) => void told.push(message);
  const operations = new Operations({
    trader,
    clock,
    killFile: '/nowhere',
    handOn,
    onTrouble,
    isStopping: () => false,
    strategies: () => ({}),
  });
  return { operations, told };
}

it('says within ten seconds that a stop holds and is not written down, where the store does not answer', async () => {
  const clock = new VirtualClock(0);
  const { operations } = operationsOf(new Promise(() => undefined), clock);
  const asked = operations.stopTrading(KILL);
  asked.catch(() => undefined);
  await clock.advance(10_000, settle);
  await expect(asked).rejects.toMatchObject({ code: 'store', message: expect.stringContaining('it has stopped here') as string });
});

it('hands a stop that could not be written down on to who has taken the account over, and waits for that before its end', async () => {
  const handed: StopTrading[] = [];
  const { operations, told } = operationsOf(Promise.reject(LOST), new VirtualClock(0), (stop) => {
    handed.push(stop);
    return Promise.resolve('process 4711 of beta');
  });
  const asked = operations.stopTrading(KILL);
  asked.catch(() => undefined);
  await operations.handedOn(overtaken());
  expect(handed).toEqual([KILL]);
  expect(told).toEqual(['the stop (a person said so) was handed on to the new owner of the account, process 4711 of beta']);
  await expect(asked).rejects.toMatchObject({ code: 'daemon-running', message: expect.stringContaining('process 4711 of beta') as string });
});

it('does not hold up the end where nobody answers: the rest of it has its time', async () => {
  const clock = new VirtualClock(0);
  const { operations, told } = operationsOf(Promise.reject(LOST), clock, () => new Promise(() => undefined));
  operations.stopTrading(KILL).catch(() => undefined);
  let isOver = false;
  void operations.handedOn(overtaken()).then(() => (isOver = true));
  await clock.advance(3000, settle);
  expect(isOver).toBe(true);
  expect(told).toEqual(['a stop could not be handed on to the new owner of the account in time: repeat it there']);
});

it('says so where nobody can be asked, and hands nothing on that was lost otherwise', async () => {
  const { operations, told } = operationsOf(Promise.reject(LOST), new VirtualClock(0), () => Promise.reject(new Error('cut off')));
  await expect(operations.stopTrading(KILL)).rejects.toBe(LOST);
  expect(told).toEqual(['the stop (a person said so) could not be handed on to the new owner of the account: cut off']);
  const full = new Fault('store', 'the disk is full');
  const other = operationsOf(Promise.reject(full), new VirtualClock(0), () => Promise.resolve('nobody'));
  await expect(other.operations.stopTrading(KILL)).rejects.toBe(full);
  expect(other.told).toEqual([]);
});

it('cancels nothing by a symbol that the venue does not list, and says which there are; before they are known, it takes any', async () => {
  const { operations } = operationsOf(Promise.resolve(), new VirtualClock(0), undefined, [{ symbol: 'BTC/EUR' }]);
  await expect(operations.cancelAll('BTC/ERU')).rejects.toMatchObject({
    code: 'not-found',
    message: 'there is no symbol "BTC/ERU"; there are BTC/EUR',
    suggestion: 'did you mean BTC/EUR?',
  });
  expect(await operations.cancelAll('BTC/EUR')).toEqual({ canceled: 0, left: [] });
  const starting = operationsOf(Promise.resolve(), new VirtualClock(0)).operations;
  expect(await starting.cancelAll('BTC/EUR')).toEqual({ canceled: 0, left: [] });
});

it('knows the symbol of an order or of a stop whose pair the venue does not list any more', async () => {
  const clock = new VirtualClock(0);
  const stops = [{ scope: { of: 'symbol', name: 'GONE/EUR' } }];
  const orders = [{ strategy: 's', symbol: 'DEAD/EUR', intentId: 'i', orderId: 'order-1' }];
  const { operations } = operationsOf(Promise.resolve(), clock, undefined, [{ symbol: 'BTC/EUR' }], { orders, stops });
  const asked = operations.cancelAll('DEAD/EUR');
  asked.catch(() => undefined);
  await clock.advance(10_100, settle);
  expect(await asked).toEqual({ canceled: 0, left: ['order-1'] });
  expect(await operations.cancelAll('GONE/EUR')).toEqual({ canceled: 0, left: [] });
  const stop = operations.stopTrading({ ...KILL, scope: { of: 'symbol', name: 'DEAD/EUR' }, orders: 'keep' });
  expect(await stop).toEqual({ canceled: 0, left: [] });
});

it('looks again what belongs to no strategy once a position was corrected, which is done whatever comes of the look', async () => {
  const clock = new VirtualClock(0);
  const done: string[] = [];
  const entered = (): Promise<boolean> => Promise.resolve(done.push('entered') > 0);
  const trader = { isStarted: true, enter: entered } as unknown as Trader;
  const look = (): Promise<void> => Promise.reject(new Error(`the disk is full after ${done.join()}`));
  const operations = new Operations({
    trader,
    clock,
    killFile: '/nowhere',
    ownerless: { look },
    onTrouble: (message) => void done.push(message),
    isStopping: () => false,
    strategies: () => ({ maker: { symbol: 'BTC/EUR' } }),
  });
  const correction = { strategy: 'maker', amount: dec('1'), price: dec('2'), note: 'recovered' };
  expect(await operations.adjustPosition(correction, 'id')).toMatchObject({ id: 'id', symbol: 'BTC/EUR' });
  expect(done).toEqual(['entered', 'what belongs to no strategy could not be read: the disk is full after entered']);
});
