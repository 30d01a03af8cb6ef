import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { isFault } from '../../src/base/fault.ts';
import { systemClock } from '../../src/base/systemClock.ts';
import type { Intent, IntentKind } from '../../src/model/intent.ts';
import type { FillLog, IntentOutcome, Journal, StateStore } from '../../src/model/journal.ts';
import { type Store, openStore } from '../../src/store/store.ts';
import { START, boundOrder, conversion, loggedFill, newIntent, newPlace, temporaryFolder } from './builders.ts';
import { MemoryStore } from './memoryStore.ts';

type Ports = { readonly journal: Journal; readonly fillLog: FillLog; readonly state: StateStore };
type Operation = { readonly name: string; readonly apply: (ports: Ports) => Promise<unknown> };

const RUNS = 50;
const OPERATIONS = 100;

const intentIds = fc.constantFrom('i1', 'i2', 'i3', 'i4', 'i5', 'i6');
const orderIds = fc.constantFrom('o1', 'o2', 'o3', '9007199254740993');
const symbols = fc.constantFrom('BTC/EUR', 'ETH/EUR');
const times = fc.integer({ min: START, max: START + 20 });
const amounts = fc.constantFrom('1', '1.5', '0.00000001', '1234567890123456789012345678.901234567890').map(dec);
const strategies = fc.constantFrom('maker', 'dca');

const begins = fc
  .record({
    id: intentIds,
    kind: fc.constantFrom('place', 'place', 'replace', 'cancel', 'convert'),
    decision: fc.constantFrom('d1', 'd2', 'd3', 'd4', 'd5', 'd6', 'd7'),
    lane: fc.constantFrom('a', 'b', 'c'),
    createdAt: times,
    exposure: amounts,
    targetId: fc.option(orderIds, { nil: undefined }),
  })
  .map(({ id, ...over }) => operation('begin', (ports) => ports.journal.begin(newIntent(id, over))));

const settles = fc
  .record({
    id: intentIds,
    state: fc.constantFrom<IntentOutcome['state'][]>(
      'acknowledged',
      'acknowledged',
      'rejected',
      'not-sent',
      'unknown',
      'adopted',
      'quarantined',
    ),
    at: times,
    evidence: fc.option(fc.string(), { nil: undefined }),
    orderId: orderIds,
    amount: amounts,
    withOrder: fc.boolean(),
    replaces: fc.boolean(),
  })
  .map((draw) => operation('settle', (ports) => settleSensibly(ports, draw)));

type SettleDraw = Pick<IntentOutcome, 'state' | 'at' | 'evidence'> & {
  id: string;
  orderId: string;
  amount: ReturnType<typeof dec>;
  withOrder: boolean;
  replaces: boolean;
};

/** Mostly what a gateway would say of this intent; sometimes not. */
async function settleSensibly({ journal }: Ports, draw: SettleDraw): Promise<void> {
  const { id, state, at, evidence } = draw;
  const intent: Intent | undefined = await journal.get(id);
  const places = intent?.kind === 'place' || intent?.kind === 'replace';
  const binds = state === 'acknowledged' || state === 'adopted';
  const order = (places && binds) || draw.withOrder ? boundOrder(draw.orderId, id, { amount: draw.amount, openedAt: at }) : undefined;
  await journal.settle(id, { state, at, evidence, order, replaced: draw.replaces ? intent?.targetId : undefined });
}

const marks = intentIds.map((id) =>
  operation('markSent', async ({ journal }) => {
    if ((await journal.get(id))?.state === 'sending') journal.markSent(id);
  }),
);

const records = fc
  .record({
    fills: fc.array(
      fc.record({
        id: fc.constantFrom('f1', 'f2', 'f3', 'f4', 'f5', 'f6', 'f7', 'f8'),
        symbol: symbols,
        orderId: orderIds,
        owner: fc.option(strategies, { nil: undefined }),
        receivedAt: times,
        // Rarely another, so that most repetitions are identical.
        odd: fc.integer({ min: 0, max: 30 }),
      }),
      { maxLength: 4 },
    ),
    watermark: fc.option(fc.record({ symbol: symbols, at: times }), { nil: undefined }),
  })
  .map(({ fills, watermark }) =>
    operation('record', (ports) => {
      const logged = fills.map((draw) => {
        const number = Number(draw.id.slice(1));
        return loggedFill(draw.id, {
          orderId: draw.odd === 1 ? draw.orderId : `o${(number % 3) + 1}`,
          symbol: number % 2 === 0 ? 'BTC/EUR' : 'ETH/EUR',
          tradedAt: START + (number % 5),
          amount: draw.odd === 0 ? dec('7') : dec(`0.0000000${number}`),
          receivedAt: draw.receivedAt,
          intentId: draw.owner === undefined ? undefined : `i-${draw.owner}`,
          strategy: draw.owner,
        });
      });
      return ports.fillLog.record(logged, watermark);
    }),
  );

const lists = fc
  .record({
    symbol: fc.option(symbols, { nil: undefined }),
    strategy: fc.option(strategies, { nil: undefined }),
    orderId: fc.option(orderIds, { nil: undefined }),
    from: fc.option(times, { nil: undefined }),
    to: fc.option(times, { nil: undefined }),
    limit: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
  })
  .map((filter) => operation('fills', (ports) => ports.fillLog.fills(filter)));

const converts = fc
  .record({ id: fc.constantFrom('c1', 'c2', 'c3'), executedAt: times, odd: fc.integer({ min: 0, max: 20 }), owned: fc.boolean() })
  .map(({ id, executedAt, odd, owned }) =>
    operation('recordConversion', (ports) => {
      const owner = owned ? {} : { intentId: undefined, strategy: undefined };
      return ports.fillLog.recordConversion(conversion(id, { executedAt, ...owner, ...(odd === 0 ? { rate: dec('1') } : {}) }));
    }),
  );

const saves = fc
  .record({ scope: strategies, key: fc.constantFrom('a', 'b', '__proto__'), value: fc.string() })
  .map(({ scope, key, value }) => operation('save', (ports) => ports.state.save(scope, key, value)));

const closes = fc
  .record({ orderId: orderIds, end: fc.constantFrom('filled', 'canceled'), at: times })
  .map(({ orderId, end, at }) => operation('closeOrder', (ports) => ports.journal.closeOrder(orderId, end, at)));

const extras = fc
  .record({ orderId: orderIds, id: intentIds, at: times })
  .map(({ orderId, id, at }) =>
    operation('bindExtra', (ports) => ports.journal.bindExtra(boundOrder(orderId, id, { openedAt: at, amount: dec('1') }))),
  );

const reads = fc.oneof(
  fc.constant(operation('unresolved', (ports) => ports.journal.unresolved())),
  fc.constant(operation('openOrders', (ports) => ports.journal.openOrders())),
  fc.integer({ min: 1, max: 6 }).map((limit) => operation('list', (ports) => ports.journal.list(limit))),
  fc.constantFrom('a', 'b', 'c').map((lane) => operation('tombstones', (ports) => ports.journal.tombstones(lane, START))),
  fc
    .record({ shape: fc.constantFrom('', 'BTC/EUR|Buy', 'ETH'), from: times, to: times })
    .map(({ shape, from, to }) => operation('placements', (ports) => ports.journal.placements(shape, from, to))),
  fc
    .record({ strategy: strategies, since: times })
    .map(({ strategy, since }) => operation('placedBy', (ports) => ports.journal.placedBy(strategy, since))),
  fc
    .record({ kind: fc.constantFrom<IntentKind>('place', 'replace', 'cancel'), since: times })
    .map(({ kind, since }) => operation('notDone', (ports) => ports.journal.notDone(kind, since))),
  orderIds.map((id) => operation('order', (ports) => ports.journal.order(id))),
  symbols.map((symbol) => operation('watermark', (ports) => ports.fillLog.watermark(symbol))),
  fc.constant(operation('conversions', (ports) => ports.fillLog.conversions(2))),
  strategies.map((scope) => operation('load', (ports) => ports.state.load(scope))),
);

const operations = fc.oneof(
  { weight: 6, arbitrary: begins },
  { weight: 8, arbitrary: settles },
  { weight: 4, arbitrary: marks },
  { weight: 3, arbitrary: records },
  { weight: 2, arbitrary: lists },
  { weight: 1, arbitrary: converts },
  { weight: 1, arbitrary: saves },
  { weight: 2, arbitrary: closes },
  { weight: 1, arbitrary: extras },
  { weight: 3, arbitrary: reads },
  { weight: 1, arbitrary: fc.constant<Operation | 'restart'>('restart') },
);

test(`the store answers like the plainest store through ${RUNS * OPERATIONS} random operations and restarts`, async () => {
  const counts = new Map<string, number>();
  const sequences = fc.array(operations, { minLength: OPERATIONS, maxLength: OPERATIONS, size: 'max' });
  await fc.assert(
    fc.asyncProperty(sequences, (sequence) => compare(sequence, counts)),
    { numRuns: RUNS, seed: 2026 },
  );
  for (const reached of [
    'begin ok',
    'begin lane-frozen',
    'begin refused',
    'settle ok',
    'settle internal',
    'settle store',
    'closeOrder ok',
    'record store',
  ]) {
    expect(counts.get(reached) ?? 0, `the operations must reach "${reached}"`).toBeGreaterThan(0);
  }
});

async function compare(sequence: readonly (Operation | 'restart')[], counts: Map<string, number>): Promise<void> {
  const folder = temporaryFolder();
  const clock = { ...systemClock, now: () => START + 1000 };
  const place = newPlace(folder.path);
  const open = (): Promise<Store> => openStore({ ...place, clock });
  const plain = new MemoryStore();
  let store = await open();
  try {
    for (const step of sequence) {
      if (step === 'restart') {
        await store.close();
        store = await open();
        plain.restart(clock.now());
        continue;
      }
      const expected = await answerOf(step, plain);
      expect(await answerOf(step, store), step.name).toEqual(expected);
      const key = `${step.name} ${expected.fault ?? 'ok'}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    expect((await store.check()).problems).toEqual([]);
  } finally {
    await store.close();
    folder.remove();
  }
}

async function answerOf(step: Operation, ports: Ports): Promise<{ value?: unknown; fault?: string }> {
  try {
    return { value: await step.apply(ports) };
  } catch (error) {
    if (isFault(error)) return { fault: error.code };
    throw error;
  }
}

function operation(name: string, apply: Operation['apply']): Operation {
  return { name, apply };
}
