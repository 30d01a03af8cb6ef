import { afterAll, describe, expect, it } from 'vitest';
import maker from '../../strategies/maker.ts';
import { strategy } from '../../src/engine/kit.ts';
import type { OpenAtEnd } from '../../src/daemon/openAtEnd.ts';
import { temporaryFolder } from '../cli/temporaryFolder.ts';
import { configured, simulatedWorld, type SimulatedWorld } from './simulatedWorld.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const MAKER = configured('maker', 'BTC/EUR', maker, { spreadBps: '6', size: '0.01', smooth: '5', maxBase: '0.2' });
const YEAR_MS = 365 * 86_400_000;

/** Its orders rest where the market does not come. */
const FAR = configured(
  'far',
  'BTC/EUR',
  strategy({
    about: 'Rests far below the market.',
    params: {},
    setup: () => ({
      onBook: (book, ctx) => ctx.quote([{ side: 'Buy', price: book.mid!.times('0.96'), amount: ctx.pair.minVolume.times(10) }]),
    }),
  }),
);

/** A world that trades, and has orders at the venue. */
async function tradingWorld(traded = MAKER, database?: string): Promise<SimulatedWorld> {
  const world = await simulatedWorld({ seed: 3, strategies: [traded], market: traded === MAKER, database });
  await world.start();
  await world.pass(20_000);
  while (world.trader.snapshot().orders.every(({ state }) => state !== 'open')) await world.pass(100);
  return world;
}

/** From now on each answer carries the venue's time, moved by so much. */
const BEGINNING = Date.UTC(2026, 10, 20, 10);

function moveDate({ simulator, clock }: SimulatedWorld, movedBy: () => number): void {
  const fetch = simulator.fetch.bind(simulator);
  simulator.fetch = async (request) => {
    const response = await fetch(request);
    response.headers.set('date', new Date(BEGINNING + clock.monotonicMs() + movedBy()).toUTCString());
    return response;
  };
}

interface Ended {
  readonly open: OpenAtEnd;
  readonly tookMs: number;
  /** What the venue has then. */
  readonly ids: readonly string[];
}

async function ended(world: SimulatedWorld): Promise<Ended> {
  const before = world.clock.monotonicMs();
  const stopped = world.trader.stop('cancel', 6000).then((open) => ({
    open,
    tookMs: world.clock.monotonicMs() - before,
    ids: world.simulator.truth().orders.map(({ id }) => id),
  }));
  await world.pass(20_000);
  return stopped;
}

describe('an end', () => {
  it('V6: cancels although the venue has asked for ten minutes of silence, and says what it could not see the end of', async () => {
    const world = await tradingWorld(FAR);
    world.client.limiter.observe(429, 600_000, 'book');
    const { open, tookMs, ids } = await ended(world);
    expect(ids).toEqual([]);
    expect(open.orders.length).toBeGreaterThan(0);
    expect(new Set(open.orders.map(({ state }) => state))).toEqual(new Set(['canceling']));
    expect(tookMs).toBeLessThan(7500);
    await world.end();
  });

  it('V6: ends in time when cancels have to be silent too, and names what is open', async () => {
    const world = await tradingWorld(FAR);
    world.client.limiter.observe(429, 600_000, 'cancel');
    const { open, tookMs, ids } = await ended(world);
    expect(ids.length).toBeGreaterThan(0);
    expect(open.orders.map(({ orderId }) => orderId)).toEqual(expect.arrayContaining([...ids]));
    expect(tookMs).toBeLessThan(7500);
    await world.end();
  });

  it('leaves nothing, and is quick, when the venue answers', async () => {
    const world = await tradingWorld(FAR);
    const { open, tookMs, ids } = await ended(world);
    expect({ open, ids }).toEqual({ open: { orders: [], requests: [] }, ids: [] });
    expect(tookMs).toBeLessThan(3000);
    await world.end();
  });

  it('names the orders of an earlier life when the own orders could not even be read', async () => {
    const world = await tradingWorld(FAR, folder.path('earlier.sqlite'));
    await world.crash();
    world.client.limiter.observe(429, 600_000, 'book');
    world.trader.start().catch(() => undefined);
    await world.pass(1000);
    const { open, tookMs, ids } = await ended(world);
    expect(ids.length).toBeGreaterThan(0);
    expect(open.orders.map(({ orderId }) => orderId)).toEqual(expect.arrayContaining([...ids]));
    expect(tookMs).toBeLessThan(7500);
    await world.end();
  });
});

describe("a machine's clock that is set", () => {
  it.each([
    ['back by 90 s', -90_000],
    ['back by a day', -86_400_000],
    ['ahead by 90 s', 90_000],
  ])('V6: %s, holds no decision back for long', async (_how, byMs) => {
    const world = await tradingWorld();
    world.clock.stepWall(byMs);
    let firstMs = Infinity;
    const before = world.clock.monotonicMs();
    const unsubscribe = onTaken(world, () => (firstMs = Math.min(firstMs, world.clock.monotonicMs() - before)));
    await world.pass(30_000);
    unsubscribe();
    expect(firstMs).toBeLessThan(15_000);
    expect(world.trader.snapshot().frozen).toEqual({});
    await world.end();
  });
});

describe("a venue's Date", () => {
  it.each([YEAR_MS, 90_000])('B4: a Date that flips by %i ms neither stops trading nor cancels', async (byMs) => {
    const world = await tradingWorld();
    let answers = 0;
    moveDate(world, () => (answers++ % 2 === 0 ? byMs : 0));
    let taken = 0;
    const unsubscribe = onTaken(world, () => taken++);
    await world.pass(60_000);
    unsubscribe();
    expect(taken).toBeGreaterThan(5);
    const { open, ids } = await ended(world);
    expect({ open, ids }).toEqual({ open: { orders: [], requests: [] }, ids: [] });
    await world.end();
  });

  it('B4: a Date that is a year ahead stops new orders and says so; what rests is canceled all the same', async () => {
    const world = await tradingWorld();
    moveDate(world, () => YEAR_MS);
    await world.pass(10_000);
    expect(world.client.venueClock.halted).toMatch(/more than 1 h is not believed/);
    const { open, ids } = await ended(world);
    expect({ open, ids }).toEqual({ open: { orders: [], requests: [] }, ids: [] });
    await world.end();
  });
});

/** Called for each order and each replacement that the venue takes. */
function onTaken(world: SimulatedWorld, act: () => void): () => void {
  const events = world.trader.events$.subscribe((event) => {
    if (event.type === 'report' && (event.report.type === 'order-opened' || event.report.type === 'order-replaced')) act();
  });
  return () => events.unsubscribe();
}
