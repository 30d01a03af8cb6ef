import { strategy } from '../src/engine/kit.ts';
import type { StrategySettings } from '../src/engine/strategySettings.ts';
import { dec } from '../src/base/decimal.ts';
import { loadStrategy } from '../src/loading/strategyLoader.ts';
import { configured } from '../test/daemon/simulatedWorld.ts';

const bundled = async (name: string): Promise<unknown> => (await loadStrategy(name, import.meta.dirname)).definition;
const [grid, maker] = [await bundled('grid'), await bundled('maker')];

/**
 * Three quotes per side, each a step further from the touch than the one before. They are laid anew with every book that has
 * moved.
 */
const ladder = strategy({
  about: 'A ladder behind the touch.',
  params: {},
  setup: () => {
    let laidAt = 0;
    return {
      onBook(book, ctx) {
        const { bestBidTicks, bestAskTicks, midTicks } = book;
        if (bestBidTicks === undefined || bestAskTicks === undefined || midTicks === undefined) return;
        if (Math.abs(midTicks - laidAt) < midTicks * 0.0002) return;
        laidAt = midTicks;
        const amount = dec(2);
        const step = midTicks * 0.0003;
        ctx.quote(
          [0, 1, 2].flatMap((k) => [
            { side: 'Buy' as const, price: book.priceAt(bestBidTicks - k * step, 'down'), amount },
            { side: 'Sell' as const, price: book.priceAt(bestAskTicks + k * step, 'up'), amount },
          ]),
        );
      },
    };
  },
});

/**
 * Alternately buys at the ask and sells at the bid, with the price of the last look as its limit. An order that does not fill at
 * once is canceled.
 */
const taker = strategy({
  about: 'Takes what it sees, every eighth book.',
  params: {},
  setup: () => {
    let books = 0;
    let isBuying = false;
    return {
      onBook(book, ctx) {
        const { bestBidTicks, bestAskTicks } = book;
        if (bestBidTicks === undefined || bestAskTicks === undefined || ++books % 8 !== 0) return;
        for (const { intentId } of ctx.orders) ctx.cancel(intentId);
        isBuying = !isBuying;
        const price = isBuying ? book.priceAt(bestAskTicks, 'up') : book.priceAt(bestBidTicks, 'down');
        ctx.place({ side: isBuying ? 'Buy' : 'Sell', price, amount: dec(400) });
      },
    };
  },
});

/** Follows a move between two looks: it takes what is still shown on the side towards which the price has moved. */
const chaser = strategy({
  about: 'Takes quotes that may be stale.',
  params: {},
  setup: () => {
    let lastTicks: number | undefined;
    return {
      onBook(book, ctx) {
        const { midTicks, bestBidTicks, bestAskTicks } = book;
        if (midTicks === undefined || bestBidTicks === undefined || bestAskTicks === undefined) return;
        const move = lastTicks === undefined ? 0 : midTicks / lastTicks - 1;
        lastTicks = midTicks;
        for (const { intentId } of ctx.orders) ctx.cancel(intentId);
        if (Math.abs(move) < 0.0002) return;
        const price = move > 0 ? book.priceAt(bestAskTicks, 'up') : book.priceAt(bestBidTicks, 'down');
        ctx.place({ side: move > 0 ? 'Buy' : 'Sell', price, amount: dec(3) });
      },
    };
  },
});

/** One of each kind, each on its own symbol. They quote near the touch, or so far from it that fees are earned. */
export function strategies(isWide = false): StrategySettings[] {
  const [spreadBps, stepBps] = isWide ? ['30', '30'] : ['6', '8'];
  return [
    configured('maker', 'BTC/EUR', maker, { spreadBps, size: '0.01', smooth: '5', maxBase: '0.2' }),
    configured('grid', 'ETH/EUR', grid, { levels: '3', stepBps, size: '0.1' }),
    configured('ladder', 'SOL/EUR', ladder),
    configured('taker', 'XRP/EUR', taker),
    configured('chaser', 'LTC/EUR', chaser),
  ];
}
