import { afterEach, expect, test } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { strategy } from '../../src/engine/kit.ts';
import { configured, type SimulatedWorld, simulatedWorld } from './simulatedWorld.ts';

let world: SimulatedWorld | undefined;
afterEach(() => world?.end());

/** Wants its bid at another price with each book. */
const mover = strategy({
  about: 'Moves its bid each second.',
  params: {},
  setup() {
    let books = 0;
    return {
      onBook(book, ctx) {
        const { bestBidTicks } = book;
        if (bestBidTicks === undefined) return;
        books++;
        ctx.quote([{ side: 'Buy', price: book.priceAt(bestBidTicks - 50_000 - (books % 7), 'down'), amount: dec('0.1') }]);
      },
    };
  },
});

/** How often the bid moves within a minute, with and without a limit that leaves room for the old and the new shape of the order alone. */
async function movesWith(limits: object): Promise<number> {
  world = await simulatedWorld({ seed: 3, strategies: [configured('mover', 'BTC/EUR', mover)], limits, market: false });
  await world.start();
  // The ledger has begun by then.
  await world.pass(60_000);
  const replacements = async (): Promise<number> =>
    (await world!.store.journal.list(10_000)).filter(({ kind, state }) => kind === 'replace' && state === 'acknowledged').length;
  const before = await replacements();
  await world.pass(60_000);
  const after = await replacements();
  expect(world.fatal).toEqual([]);
  await world.end();
  return after - before;
}

test('a maker that replaces each second is not held back for what it never had', async () => {
  const limits = { maxExposure: { amount: dec('0.21').times(70_000), currency: 'EUR' } };
  const [free, limited] = [await movesWith({}), await movesWith(limits)];
  expect(free).toBeGreaterThanOrEqual(55);
  expect(limited).toBeGreaterThanOrEqual(free - 2);
});
