import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../../src/base/systemClock.ts';
import { EventDoor } from '../../src/engine/eventDoor.ts';
import type { Event, EventBody } from '../../src/model/event.ts';
import type { Pair } from '../../src/model/pair.ts';
import { decisionsText } from '../../src/session/decisions.ts';
import { SessionReader } from '../../src/session/sessionReader.ts';
import { keptBook } from '../recording/worlds.ts';
import { recordedSession, temporaryFolder, threeStrategies } from '../session/recordedWorld.ts';
import { until } from '../until.ts';
import { natsMissing, NatsServer } from './natsServer.ts';
import { publisherTo, readerOf } from './streamPair.ts';
import { copyBook } from '../model/copyBook.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());
let nats: NatsServer;

beforeEach(async ({ skip }) => {
  const missing = natsMissing();
  if (missing !== undefined) skip(`NOT TESTED: ${missing}`);
  nats = await new NatsServer().start();
});
afterEach(() => nats?.remove());

const isOfMarket = ({ type }: EventBody): boolean => type === 'book' || type === 'statistics' || type === 'market-warning';

it.each([
  { seed: 1, replaces: true },
  { seed: 2, replaces: false, latencyMs: 250 },
])('an engine that has its market from a stream decides what the one has decided that polled it (seed $seed)', async (venue) => {
  const session = await recordedSession(folder.at(`polled-${venue.seed}`), { ...venue, strategies: threeStrategies() }, 120_000);
  const steps: { readonly event: Event; readonly decisions: string }[] = [];
  for (const { event, decisions } of new SessionReader(session.folder).steps()) {
    steps.push({ event: event.type === 'book' ? { ...event, book: copyBook(event.book) } : event, decisions });
  }
  const pairs = steps
    .flatMap(({ event }): readonly Pair[] => (event.type === 'pairs' ? event.pairs : []))
    .filter(({ symbol }) => session.engine.strategies.some((strategy) => strategy.symbol === symbol));
  let now = steps[0]!.event.at;
  const clock = { ...systemClock, now: () => now };
  const from = publisherTo(nats.url(), { clock, pairs, depth: 250 });
  await until(() => from.publisher.status().state === 'publishing');
  const to = readerOf(nats.url(), { clock, pairs, depth: 250, lateAfterMs: 5000 });
  await until(() => to.feed.status().state === 'reading');

  const engine = new EventDoor(session.engine);
  let decided = 0;
  let taken = 0;
  for (const { event, decisions } of steps) {
    now = event.at;
    let seen: Event = event;
    if (isOfMarket(event)) {
      from.publisher.market(event);
      await until(() => to.events.length > taken);
      seen = { ...to.events[taken++]!, sequence: event.sequence, at: event.at };
      expect(seen.type).toBe(event.type);
      if (seen.type === 'book' && event.type === 'book') expect(keptBook(seen.book)).toEqual(keptBook(event.book));
    }
    const outputs = engine.process(seen);
    decided += outputs.filter((output) => 'decidedAt' in output).length;
    expect(outputs.length === 0 ? '' : decisionsText(outputs, undefined)).toBe(decisions);
  }
  to.end();
  await from.publisher.close();
  expect([to.events.length, to.late, to.feed.status().missing]).toEqual([taken, [], 0]);
  expect(taken).toBeGreaterThan(200);
  expect(decided).toBe(session.commands);
  expect(decided).toBeGreaterThan(30);
});
