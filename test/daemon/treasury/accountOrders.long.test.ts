import { afterEach, describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { AccountOrders, TREASURY } from '../../../src/daemon/treasury/accountOrders.ts';
import type { CallFault } from '../../../src/simulator/callFault.ts';
import { until } from '../../until.ts';
import { type OrdersBench, ordersBench } from './ordersBench.ts';

/** What the venue takes less than its quotes cost; and far more than they do. */
const CHEAP = '0%';
const DEAR = '5%';

let world: OrdersBench;
afterEach(() => world.end());

const orders = (): number => world.bench.transfers.requests('orders.place');
const conversions = (): number => world.bench.transfers.requests('conversions.execute');
const placed = async () => (await world.bench.transfers.store.journal.list(100)).filter(({ kind }) => kind === 'place');
const faulty = (fault: CallFault): void => {
  world.bench.transfers.fault = ({ operation }) => (operation === 'orders.place' ? fault : undefined);
};

/** A page of a list that has nothing. */
const NOTHING = JSON.stringify({ items: [], total: 0, count: 0 });
/** A person says it again and again, until it is taken. Says whether it was. */
const isNotPlaced = async (id: string): Promise<boolean> => {
  await world.bench.transfers.pass(5000);
  const said = world.bench.transfers.run(world.orders.resolve(id, { type: 'not-placed' }));
  return said.then(
    () => true,
    (fault: unknown) => {
      expect(fault).toMatchObject({ message: expect.stringContaining('may still be on its way') as string });
      return false;
    },
  );
};
/** What a coin costs falls to this part of it. */
const fall = async (factor: number): Promise<void> => {
  const { simulator } = world.bench.transfers;
  const headers = { authorization: `Bearer ${simulator.control.token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ currency: 'BTC', factor });
  const { status } = await simulator.fetch(new Request('http://venue.test/control/v1/prices', { method: 'POST', headers, body }));
  expect(status).toBe(200);
};
/** A while on, with a round. */
const later = async (): Promise<void> => {
  await world.bench.transfers.pass(10_000);
  await world.bench.transfers.run(world.orders.round());
};

describe(AccountOrders, () => {
  it('converts by the book where that brings more, and books what was executed', async () => {
    world = await ordersBench(CHEAP);
    await world.ask('C-1');
    const move = await world.follow('C-1');
    // The venue takes a fee that the configuration does not know of.
    expect(move).toMatchObject({
      state: 'completed',
      evidence: expect.stringMatching(/ by the book, as order \d+, [\d.]+ EUR less than was asked for$/) as string,
    });
    expect([orders(), conversions()]).toEqual([1, 0]);
    expect(world.told).toContainEqual(
      expect.stringMatching(/^the conversion C-1-1 goes by the book: book [\d.]+ BTC to 6000[\d.]* EUR; quote /),
    );
    const { store } = world.bench.transfers;
    const fills = await store.fillLog.fills({});
    expect(fills.map(({ fill }) => fill.strategy)).toEqual(fills.map(() => TREASURY));
    const gained = fills.reduce((sum, { fill }) => sum.plus(fill.price.times(fill.amount)).minus(fill.fee), dec(100_000));
    expect(world.bench.transfers.balance('EUR').toFixed()).toBe(gained.toFixed());
    expect(await store.journal.openOrders()).toEqual([]);
  });

  it('converts by the quote where that brings more, and where the venue has no book of the two', async () => {
    world = await ordersBench(DEAR);
    await world.ask('C-1');
    const move = await world.follow('C-1');
    expect(move).toMatchObject({ state: 'completed', evidence: expect.stringContaining('as conversion') as string });
    expect([orders(), conversions()]).toEqual([0, 1]);
  });

  it.each<[string, CallFault]>([
    ['its answer is lost', { kind: 'drop-after' }],
    ['its answer says nothing', { kind: 'status', status: 502, body: '', apply: true }],
  ])('finds the order again when %s, and sends nothing else', async (_what, fault) => {
    world = await ordersBench(CHEAP);
    await world.ask('C-1');
    faulty(fault);
    await world.follow('C-1', 0);
    world.bench.transfers.fault = undefined;
    expect(await world.follow('C-1')).toMatchObject({ state: 'completed', evidence: expect.stringContaining('by the book') as string });
    expect([orders(), conversions()]).toEqual([1, 0]);
    expect(world.told).toContainEqual(expect.stringContaining('was found'));
  });

  it('sends nothing in place of an order that was lost on its way, and says when that is proven', async () => {
    world = await ordersBench(CHEAP);
    await world.ask('C-1');
    faulty({ kind: 'drop-before' });
    expect(await world.follow('C-1', 0)).toMatchObject({ state: 'unknown' });
    world.bench.transfers.fault = undefined;
    const move = await world.follow('C-1', 120);
    expect(move).toMatchObject({ state: 'declined', evidence: expect.stringContaining('never made') as string });
    expect(conversions()).toBe(0);
    expect(world.bench.transfers.balance('BTC').toFixed()).toBe('5');
  });

  it('goes by the quote when the venue refuses the order', async () => {
    world = await ordersBench(CHEAP);
    await world.ask('C-1');
    faulty({ kind: 'status', status: 401, body: '', apply: false });
    const move = await world.follow('C-1');
    expect(move).toMatchObject({ state: 'completed', evidence: expect.stringContaining('as conversion') as string });
    expect(conversions()).toBe(1);
    expect(await placed()).toMatchObject([{ state: 'rejected' }]);
  });

  it.each([0, 5, 10, 20, 40, 80, 200])('goes on after a kill %d ms after it began, and converts once', async (ms) => {
    world = await ordersBench(CHEAP);
    await world.ask('C-1');
    world.bench.moves.advance('C-1').catch(() => undefined);
    await world.bench.transfers.pass(ms);
    await world.restart();
    const move = await world.follow('C-1', 120);
    expect(['completed', 'declined']).toContain(move.state);
    const { balance } = world.bench.transfers;
    expect(orders() + conversions()).toBeLessThanOrEqual(1);
    expect(balance('EUR').gt(100_000)).toBe(move.state === 'completed');
    expect(await world.bench.transfers.store.journal.openOrders()).toEqual([]);
  });

  it('cancels what the book has not taken at once, and says what was converted', async () => {
    world = await ordersBench(CHEAP);
    await world.ask('C-1');
    // The market falls while the order is on its way.
    world.bench.transfers.fault = ({ operation }) => {
      if (operation !== 'orders.place') return undefined;
      void fall(0.98);
      return { kind: 'delay', ms: 300, apply: 'last' };
    };
    const move = await world.follow('C-1');
    expect(orders()).toBe(1);
    expect(await world.bench.transfers.store.journal.openOrders()).toEqual([]);
    expect(['completed', 'declined']).toContain(move.state);
    expect(move.evidence).toMatch(/has taken nothing|by the book/);
  });

  it('does not let a person say that nothing came of an order which the venue may still take, and finds it', async () => {
    world = await ordersBench(CHEAP);
    await world.ask('C-1');
    faulty({ kind: 'drop-after', applyAfterMs: 8000 });
    await world.follow('C-1', 0);
    world.bench.transfers.fault = undefined;
    const [intent] = await placed();
    const said = world.bench.transfers.run(world.orders.resolve(intent!.id, { type: 'not-placed' }));
    await expect(said).rejects.toThrow('may still be on its way');
    await world.bench.transfers.pass(10_000);
    expect(await world.follow('C-1', 1)).toMatchObject({ state: 'completed' });
    expect([orders(), conversions()]).toEqual([1, 0]);
  });

  it('finds an order that the lists show only after a person has said that nothing came of it, and cancels what is open of it', async () => {
    world = await ordersBench(CHEAP);
    await world.ask('C-1');
    const { transfers } = world.bench;
    transfers.fault = ({ operation }) => {
      if (operation === 'orders.place') return { kind: 'drop-after', applyAfterMs: 8000 };
      return operation === 'orders.list' || operation === 'trades.list' ? { kind: 'garble', body: NOTHING } : undefined;
    };
    await world.follow('C-1', 0);
    const [intent] = await placed();
    await until(() => isNotPlaced(intent!.id));
    expect(await world.follow('C-1', 1)).toMatchObject({ state: 'declined' });
    transfers.fault = undefined;
    await until(
      () => later(),
      () => world.told.some((text) => text.includes('shows after all')),
    );
    await until(
      () => later(),
      () => world.told.some((text) => text.includes('which showed late, is closed')),
    );
    await transfers.run(world.bench.moves.round());
    const move = await world.follow('C-1', 0);
    expect(move).toMatchObject({ state: 'completed', evidence: expect.stringContaining('by the book, as order') as string });
    expect(await transfers.store.journal.openOrders()).toEqual([]);
    expect([orders(), conversions()]).toEqual([1, 0]);
  });

  it('finds one that shows within a day after a person has said so, however long after its placing that was', async () => {
    world = await ordersBench(CHEAP);
    await world.ask('C-1');
    const { transfers } = world.bench;
    const twoDays = 2 * 86_400_000;
    faulty({ kind: 'drop-after', applyAfterMs: twoDays + 3_600_000 });
    await world.follow('C-1', 0);
    transfers.fault = undefined;
    const [intent] = await placed();
    await transfers.pass(twoDays);
    await until(() => isNotPlaced(intent!.id));
    // Below its price, so that it rests.
    await fall(0.5);
    await transfers.pass(3_600_000);
    await later();
    expect(world.told).toContainEqual(expect.stringContaining('shows after all'));
    expect([orders(), conversions()]).toEqual([1, 0]);
  });
});
