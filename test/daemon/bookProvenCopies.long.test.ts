import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { bookProvenCopies } from '../../src/daemon/bookProvenCopies.ts';
import { strategy } from '../../src/engine/kit.ts';
import type { LoggedFill } from '../../src/model/journal.ts';
import type { CallFault } from '../../src/simulator/callFault.ts';
import { answerOf, listedTwice } from '../gateway/listedTwice.ts';
import { configured, type SimulatedWorld, simulatedWorld } from './simulatedWorld.ts';

/** Once the ledger has begun it buys what the best offer has, and asks for more; what is left of the order is canceled. */
const taker = strategy({
  about: 'Takes the best offer once.',
  params: {},
  setup() {
    let books = 0;
    return {
      onBook(book, ctx) {
        const { bestAskTicks } = book;
        if (bestAskTicks === undefined) return;
        const isDue = ++books === AFTER_BOOKS;
        ctx.quote(isDue ? [{ side: 'Buy', price: book.priceAt(bestAskTicks, 'down'), amount: dec('5') }] : []);
      },
    };
  },
});
/** A minute: the ledger has begun by then. */
const AFTER_BOOKS = 60;

/** What the venue answers instead of the truth, by operation. */
let answers: Record<string, string>;
let world: SimulatedWorld;

beforeEach(async () => {
  answers = {};
  const fault = ({ operation }: { operation: string }): CallFault | undefined => {
    const body = answers[operation];
    return body === undefined ? undefined : { kind: 'garble', body };
  };
  world = await simulatedWorld({
    seed: 3,
    strategies: [configured('taker', 'BTC/EUR', taker)],
    market: false,
    behaviour: { fault },
    balances: { EUR: '1000000', BTC: '1', SOL: '10' },
  });
  await world.start();
  await world.pass(62_000);
  expect(await fills()).toHaveLength(1);
});
afterEach(() => world.end());

const fills = (): Promise<readonly LoggedFill[]> => world.store.fillLog.fills({});

/** From now on the venue lists the newest execution twice. */
async function listTwice(): Promise<void> {
  answers['trades.list'] = listedTwice(await answerOf(world.client, 'trades.list', world.pass));
}

/** From now on the venue's balances are as if the newest fill had been two, each a share of what it was. */
async function changed(share: { readonly base: string; readonly quote: string }): Promise<void> {
  const { price, amount, fee, feeCurrency } = (await fills())[0]!.fill;
  const by: Record<string, string> = {
    BTC: amount
      .minus(feeCurrency === 'BTC' ? fee : 0)
      .times(share.base)
      .toFixed(),
    EUR: price
      .times(amount)
      .plus(feeCurrency === 'EUR' ? fee : 0)
      .negated()
      .times(share.quote)
      .toFixed(),
  };
  answers['balances.list'] = (await answerOf(world.client, 'balances.list', world.pass)).replaceAll(
    /("currency":"(BTC|EUR)","totalBalance":)([\d.]+)/g,
    (_, head: string, currency: string, total: string) => head + dec(total).plus(by[currency]!).toFixed(),
  );
}

describe(bookProvenCopies, () => {
  it('books an execution that is alike to another to the last digit once the balances prove it, and nothing is shut (seed ci/51)', async () => {
    const before = await fills();
    await listTwice();
    await world.pass(60_000);
    expect(await fills(), 'a row that stands twice is one').toHaveLength(before.length);
    await changed({ base: '1', quote: '1' });
    await world.pass(150_000);
    const after = await fills();
    expect(after).toHaveLength(before.length + 1);
    const [second, first] = after.map(({ fill }) => fill);
    expect(second).toEqual({ ...first, id: second!.id, receivedAt: second!.receivedAt });
    expect(world.trader.snapshot().frozen).toEqual({});
    expect(world.trouble).toEqual([]);
    expect(world.trader.reconciler!.books.unexplained.size).toBe(0);
  });

  it('leaves it at one for as long as the balances have differed by that for less than a minute, whatever else differs for longer', async () => {
    const before = await fills();
    await listTwice();
    // A gift of the venue, of which nobody here knows.
    const truth = await answerOf(world.client, 'balances.list', world.pass);
    answers['balances.list'] = truth.replace(
      /("currency":"SOL","totalBalance":)([\d.]+)/,
      (_, head: string, total: string) => head + dec(total).plus(1).toFixed(),
    );
    await world.pass(120_000);
    expect([...world.trader.reconciler!.books.unexplained.keys()]).toEqual(['SOL']);
    await changed({ base: '1', quote: '1' });
    await world.pass(45_000);
    expect(await fills()).toHaveLength(before.length);
    await world.pass(60_000);
    expect(await fills()).toHaveLength(before.length + 1);
  });

  it('leaves it at one where only one of the two currencies agrees', async () => {
    const before = await fills();
    await listTwice();
    await world.pass(30_000);
    await changed({ base: '1', quote: '0.9' });
    await world.pass(150_000);
    expect(await fills()).toHaveLength(before.length);
    expect([...world.trader.reconciler!.books.unexplained.keys()]).toEqual(['BTC', 'EUR']);
  });

  it('leaves it at one where the list shows it once by the time that the balances differ', async () => {
    const before = await fills();
    await listTwice();
    await world.pass(30_000);
    delete answers['trades.list'];
    await changed({ base: '1', quote: '1' });
    await world.pass(150_000);
    expect(await fills()).toHaveLength(before.length);
    expect([...world.trader.reconciler!.books.unexplained.keys()]).toEqual(['BTC', 'EUR']);
  });

  it('is asked for again until the venue answers, and opens what was shut meanwhile', async () => {
    const before = await fills();
    await listTwice();
    await world.pass(30_000);
    await changed({ base: '1', quote: '1' });
    const list = answers['trades.list']!;
    answers['trades.list'] = 'nothing that can be read';
    await world.pass(150_000);
    expect(Object.keys(world.trader.snapshot().frozen)).toContain('spot:BTC/EUR');
    answers['trades.list'] = list;
    await world.pass(90_000);
    expect(await fills()).toHaveLength(before.length + 1);
    expect(world.trader.snapshot().frozen).toEqual({});
    expect(world.trouble.at(-1)).toContain('is explained again');
  });
});
