import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { EventDoor } from '../../src/engine/eventDoor.ts';
import type { Output } from '../../src/engine/engineState.ts';
import type { StrategyHandlers, StrategyMarket } from '../../src/engine/strategy.ts';
import type { Event } from '../../src/model/event.ts';
import { enginePass } from '../../src/research/backtest/enginePass.ts';
import { severalOf } from '../engine/fixtures.ts';
import { optionsOf } from '../research/backtest/fixtures.ts';
import { type Levels, recordedMarket, type Row } from '../research/backtest/recordedMarket.ts';
import { simulatedWorld, type WorldOptions } from './simulatedWorld.ts';

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'sluice-several-'))));
afterAll(() => rmSync(folder, { recursive: true }));

const AMOUNTS: Readonly<Record<string, string>> = { 'ETH/EUR': '0.2', 'BTC/EUR': '0.01' };

/** Takes one lot of both markets with whichever book comes, and then rests far below in both. Notes what it hears. */
function buysBoth({ left, right }: Readonly<Record<string, StrategyMarket>>, heard: string[]): StrategyHandlers<string> {
  const act = (market: StrategyMarket): void => {
    const { book, position, symbol } = market;
    const amount = dec(AMOUNTS[symbol]!);
    if (position.fills === 0) market.place({ side: 'Buy', amount, price: book!.bestAsk!.times('1.01') });
    else market.quote([{ side: 'Buy', price: book!.bestBid!.times('0.97'), amount }]);
  };
  return {
    onBook(book, context, market) {
      heard.push(`${market.symbol} ${book.raw.receivedAt}`);
      if (context.isFresh && left!.liveOrders + right!.liveOrders === 0) for (const one of [left!, right!]) act(one);
    },
    onFill: (fill, _context, market) => void heard.push(`fill ${fill.symbol} in ${market.symbol}`),
  };
}

function worldOf(heard: string[], more: Partial<WorldOptions> = {}): Promise<Awaited<ReturnType<typeof simulatedWorld>>> {
  return simulatedWorld({ seed: 5, strategies: [severalOf((markets) => buysBoth(markets, heard))], ...more });
}

it('trades both markets of the simulator, and finds orders and positions of each again after a crash', async () => {
  const world = await worldOf([], { database: join(folder, 'crash.sqlite') });
  try {
    await world.start();
    await world.pass(60_000);
    const before = world.trader.snapshot().strategies;
    expect(before.map(({ symbol, market }) => [symbol, market])).toEqual([
      ['ETH/EUR', 'left'],
      ['BTC/EUR', 'right'],
    ]);
    expect(before.map(({ position, openOrders }) => [position.fills > 0, openOrders])).toEqual([
      [true, 1],
      [true, 1],
    ]);
    await world.crash();
    await world.start();
    await world.pass(10_000);
    const after = world.trader.snapshot().strategies;
    expect(after.map(({ position }) => position.amount.toFixed())).toEqual(before.map(({ position }) => position.amount.toFixed()));
    expect(after.map(({ openOrders }) => openOrders)).toEqual([1, 1]);
    expect(world.trader.snapshot().orders).toHaveLength(2);
    expect(world.trouble).toEqual([]);
  } finally {
    await world.end();
  }
});

it('hears the same, in the same order, live, in a replay and in a backtest', async () => {
  const events: Event[] = [];
  const outputs: (readonly Output[])[] = [];
  const live: string[] = [];
  const world = await worldOf(live, {
    record: () => (event, decided) => {
      events.push(structured(event));
      outputs.push(decided);
    },
  });
  await world.start();
  await world.pass(30_000);
  const pairs = world.trader.pairs;
  await world.end();

  const replayed: string[] = [];
  const door = new EventDoor({ ...world.engine, strategies: [severalOf((markets) => buysBoth(markets, replayed))] });
  const again = events.map((event) => door.process(event));
  expect(replayed).toEqual(live);
  expect(live.filter((line) => line.startsWith('fill')).length).toBeGreaterThan(1);
  expect(JSON.stringify(again.flatMap(commandsOf))).toBe(JSON.stringify(outputs.flatMap(commandsOf)));

  const rowsOf = (symbol: string): Row[] =>
    events.flatMap((event) => (event.type === 'book' && event.book.symbol === symbol ? [rowOf(event.book)] : []));
  const markets = ['ETH/EUR', 'BTC/EUR'].map((symbol) =>
    recordedMarket(
      pairs.find((pair) => pair.symbol === symbol)!,
      rowsOf(symbol),
    ),
  );
  const backtested: string[] = [];
  const engine = { ...world.engine, strategies: [severalOf((given) => buysBoth(given, backtested))] };
  enginePass(optionsOf(engine, markets, { range: {} }), ['fitted']).run();
  const books = (lines: readonly string[]): string[] => lines.filter((line) => !line.startsWith('fill'));
  expect(books(backtested)).toEqual(books(live));
  expect(backtested).toContain('fill BTC/EUR in BTC/EUR');
});

/** Books are reused, so a copy is kept. */
function structured(event: Event): Event {
  return event.type === 'book'
    ? { ...event, book: { ...event.book, bids: copied(event.book.bids), asks: copied(event.book.asks) } }
    : event;
}

function copied<T extends { readonly ticks: Float64Array | Int32Array; readonly lots: Float64Array | Int32Array }>(side: T): T {
  const copy = Object.create(Object.getPrototypeOf(side) as object, Object.getOwnPropertyDescriptors(side)) as T;
  return Object.assign(copy, { ticks: side.ticks.slice(), lots: side.lots.slice() });
}

function rowOf({ receivedAt, bids, asks }: Extract<Event, { type: 'book' }>['book']): Row {
  const levels = ({ ticks, lots, start, length }: typeof bids): Levels =>
    Array.from({ length }, (_, i) => [ticks[start + i]!, lots[start + i]!] as const);
  return { at: receivedAt, bids: levels(bids), asks: levels(asks) };
}

function commandsOf(all: readonly Output[]): Output[] {
  return all.filter((output) => 'decidedAt' in output);
}
