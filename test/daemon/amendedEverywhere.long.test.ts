import { afterAll, expect, it } from 'vitest';
import type { VirtualClock } from '../../src/base/virtualClock.ts';
import type { EngineLoopOptions } from '../../src/daemon/engineLoop.ts';
import type { Book } from '../../src/model/book.ts';
import { priceOf } from '../../src/model/grid.ts';
import type { Pair } from '../../src/model/pair.ts';
import { BOOK } from '../../src/recording/marketCursor.ts';
import { SessionCursor } from '../../src/research/parity/sessionCursor.ts';
import { backtest } from '../../src/research/backtest/backtest.ts';
import { replaySession } from '../../src/session/replay.ts';
import { optionsOf } from '../research/backtest/fixtures.ts';
import { sessionWriter, temporaryFolder } from '../session/recordedWorld.ts';
import { changer, Commands } from './amendedEverywhere.ts';
import { paperWorld } from './paper/paperWorld.ts';
import { configured, simulatedWorld } from './simulatedWorld.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

/** Long enough for all steps. */
const LASTS_MS = 240_000;
const WANTED = [
  'place Buy 0.002 -300',
  'replace Buy 0.003 -250',
  'place Buy 0.002 -350',
  'replace Buy 0.002 -320',
  'place Buy 0.002 -200',
  'replace Buy 0.001 -200',
  'cancel',
  'cancel',
  'cancel',
  'place Buy 0.002 -300',
  'replace Buy 0.002 100',
  'place Sell 0.002 400',
  'cancel',
  'place Sell 0.002 350',
  'cancel',
  'place Sell 0.002 -450',
];

type Record = NonNullable<EngineLoopOptions['record']>;

function collect(commands: Commands): Record {
  return (event, outputs) => {
    if (event.type === 'book') commands.firstBid(bestBid(event.book));
    commands.addAll(outputs);
  };
}

function bestBid({ grid, bids }: Book) {
  return priceOf(grid, bids.bestTicks);
}

it('an order that is changed gives the same commands live, in paper mode, in a backtest and in a replay', async () => {
  // Live at the simulator, with its session.
  const live = new Commands();
  const session = folder.at('session');
  let pair: Pair | undefined;
  const strategies = [configured('s', 'BTC/EUR', changer)];
  let writer: ReturnType<typeof sessionWriter> | undefined;
  const world = await simulatedWorld({
    seed: 5,
    strategies,
    record: (clock: VirtualClock) => {
      writer = sessionWriter(session, clock, []);
      const collected = collect(live);
      return (event, outputs, failure) => {
        if (event.type === 'pairs') pair ??= event.pairs.find(({ symbol }) => symbol === 'BTC/EUR');
        collected(event, outputs, failure);
        writer!.record(event, outputs, failure);
      };
    },
  });
  await world.start();
  await world.pass(LASTS_MS);
  await world.stop('cancel');
  await writer!.end('the test is over');
  await world.end();
  expect(live.told).toEqual(WANTED);
  expect(replaySession(session, world.engine)).toMatchObject({ identical: true });

  // A backtest of the session's books, in each band.
  const market = { symbol: 'BTC/EUR', hash: 'session', open: () => new SessionCursor(session, pair!, -Infinity, 5000) };
  const bands = new Map<string, Commands>();
  backtest(optionsOf(world.engine, [market]), {
    event: (band, text) => {
      const line = JSON.parse(text) as { readonly type: string };
      if (!['place', 'replace', 'cancel'].includes(line.type)) return;
      if (!bands.has(band)) bands.set(band, new Commands());
      bands.get(band)!.add(line);
    },
  });
  const cursor = market.open();
  let type = cursor.next();
  while (type !== BOOK) type = cursor.next();
  for (const commands of bands.values()) commands.firstBid(bestBid(cursor.book));
  cursor.close();
  expect([...bands.keys()].toSorted()).toEqual(['fitted', 'optimistic', 'pessimistic']);
  for (const [band, { told }] of bands) expect(told, band).toEqual(WANTED);

  // On paper.
  const paper = new Commands();
  const onPaper = await paperWorld({ seed: 5, strategies, record: collect(paper) });
  await onPaper.start();
  await onPaper.pass(LASTS_MS);
  await onPaper.stop();
  await onPaper.end();
  expect(paper.told).toEqual(WANTED);
}, 120_000);
