import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { isFault } from '../../src/base/fault.ts';
import { systemClock } from '../../src/base/systemClock.ts';
import type { IntentState } from '../../src/model/intent.ts';
import type { FillLog, IntentOutcome, Journal } from '../../src/model/journal.ts';
import type { Database } from '../../src/store/database.ts';
import { createFillLog } from '../../src/store/fillLog.ts';
import { takeOver } from '../../src/store/takeOver.ts';
import { START, boundOrder, codeOf, journalOn, loggedFill, newIntent, ownedDatabase } from './builders.ts';

let database: Database;
let fence: (epoch: number) => void;
let store: { readonly journal: Journal; readonly fillLog: FillLog };

beforeEach(async () => {
  const owned = await ownedDatabase();
  ({ database, fence } = owned);
  store = {
    journal: journalOn(database, owned.epoch),
    fillLog: createFillLog(database),
  };
});
afterEach(() => database.close());

const STATES: readonly IntentState[] = ['sending', 'acknowledged', 'rejected', 'not-sent', 'unknown', 'adopted', 'quarantined'];

/** How a fresh intent gets into each state. */
const WAYS: Readonly<Record<IntentState, readonly IntentOutcome['state'][]>> = {
  sending: [],
  acknowledged: ['acknowledged'],
  rejected: ['rejected'],
  'not-sent': ['not-sent'],
  unknown: ['unknown'],
  adopted: ['unknown', 'adopted'],
  quarantined: ['unknown', 'quarantined'],
};

const ALLOWED: ReadonlySet<string> = new Set([
  'sending>acknowledged',
  'sending>rejected',
  'sending>not-sent',
  'sending>unknown',
  'unknown>adopted',
  'unknown>rejected',
  'unknown>not-sent',
  'unknown>quarantined',
  'quarantined>adopted',
  'quarantined>rejected',
  'quarantined>not-sent',
  // Taken for not done, and found at the venue after all.
  'rejected>adopted',
  'not-sent>adopted',
]);

function outcomeOf(id: string, state: IntentOutcome['state'], at = START + 50): IntentOutcome {
  const binds = state === 'acknowledged' || state === 'adopted';
  return { state, at, ...(binds ? { order: boundOrder(`order-of-${id}`, id) } : {}) };
}

describe('states only move forward', () => {
  const moves = STATES.flatMap((from) => STATES.filter((to) => to !== 'sending').map((to) => [from, to] as const));
  test.each(moves)('from %s to %s as the protocol says', async (from, to) => {
    await store.journal.begin(newIntent('a'));
    for (const state of WAYS[from]) await store.journal.settle('a', outcomeOf('a', state));
    const before = await store.journal.get('a');
    expect(before?.state).toBe(from);
    const allowed = ALLOWED.has(`${from}>${to}`);
    expect(await codeOf(store.journal.settle('a', outcomeOf('a', to)))).toBe(allowed ? 'ok' : 'internal');
    const after = await store.journal.get('a');
    expect(allowed ? after?.state : after).toEqual(allowed ? to : before);
  });

  test('giving up and settling are dated, and evidence stays until there is better', async () => {
    await store.journal.begin(newIntent('a'));
    await store.journal.settle('a', { state: 'unknown', at: 100, evidence: 'timeout' });
    await store.journal.settle('a', { state: 'quarantined', at: 200 });
    expect(await store.journal.get('a')).toMatchObject({ gaveUpAt: 100, resolvedAt: undefined, evidence: 'timeout' });
    await store.journal.settle('a', { state: 'rejected', at: 300, evidence: 'an operator decided' });
    expect(await store.journal.get('a')).toMatchObject({ gaveUpAt: 100, resolvedAt: 300, evidence: 'an operator decided' });
  });
});

describe('one unresolved intent per lane', () => {
  test.each(['sending', 'unknown', 'quarantined'] as const)('a lane whose intent is %s refuses the next and names it', async (state) => {
    await store.journal.begin(newIntent('a'));
    for (const step of WAYS[state]) await store.journal.settle('a', outcomeOf('a', step));
    const refusal = await store.journal.begin(newIntent('b')).catch((error: unknown) => error);
    expect(isFault(refusal, 'lane-frozen') && refusal.outcome).toBe('not-sent');
    expect(String(refusal)).toContain(`place a, ${state}`);
    expect(await store.journal.get('b')).toBeUndefined();
  });

  test('cancels go through a frozen lane, and other lanes are open', async () => {
    await store.journal.begin(newIntent('a'));
    await store.journal.begin(newIntent('b', { kind: 'cancel', targetId: '7' }));
    await store.journal.begin(newIntent('c', { kind: 'cancel', targetId: '7' }));
    await store.journal.begin(newIntent('d', { lane: 'spot:ETH/EUR' }));
    expect((await store.journal.unresolved()).map((intent) => intent.id)).toEqual(['a', 'b', 'c', 'd']);
  });

  test.each(['acknowledged', 'rejected', 'not-sent', 'adopted'] as const)('a lane opens once its intent is %s', async (state) => {
    await store.journal.begin(newIntent('a'));
    for (const step of WAYS[state]) await store.journal.settle('a', outcomeOf('a', step));
    expect(await codeOf(store.journal.begin(newIntent('b')))).toBe('ok');
  });

  test('of forty begins at once on one lane exactly one wins', async () => {
    const ids = Array.from({ length: 40 }, (_, i) => `i${i}`);
    const codes = await Promise.all(ids.map((id) => codeOf(store.journal.begin(newIntent(id)))));
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
    expect(codes.filter((code) => code === 'lane-frozen')).toHaveLength(39);
    expect(await store.journal.list(100)).toHaveLength(1);
  });
});

describe('a decision is journalled once', () => {
  test('the same decision is refused even when its first intent came to nothing', async () => {
    await store.journal.begin(newIntent('a', { decision: 'buy now' }));
    await store.journal.settle('a', outcomeOf('a', 'not-sent'));
    const refusal = await store.journal.begin(newIntent('b', { decision: 'buy now' })).catch((error: unknown) => error);
    expect(isFault(refusal, 'refused') && refusal.outcome).toBe('not-sent');
    expect(String(refusal)).toContain('journalled before, as intent a (not-sent)');
    expect(await codeOf(store.journal.begin(newIntent('c', { kind: 'cancel', decision: 'buy now' })))).toBe('ok');
  });
});

describe('orders are bound with their intent', () => {
  test('an intent keeps every byte and digit, an order too', async () => {
    const exposure = dec('12345678901234567890.00000000000000000001');
    const intent = newIntent('a', { body: '{"é":"\\u0000 \u{1F600}"}', exposure, targetId: '1' });
    await store.journal.begin(intent);
    const order = boundOrder('18446744073709551615', 'a', { price: dec('0.00000001'), amount: exposure, tag: 'grid-3' });
    await store.journal.settle('a', { state: 'acknowledged', at: START + 5, order });
    expect(await store.journal.get('a')).toEqual({
      ...intent,
      state: 'acknowledged',
      begunEpoch: 1,
      settledEpoch: 1,
      gaveUpAt: undefined,
      resolvedAt: START + 5,
      venueId: '18446744073709551615',
      evidence: undefined,
      isFoundLate: false,
    });
    expect(await store.journal.order('18446744073709551615')).toEqual(order);
    expect(await store.journal.openOrders()).toEqual([order]);
  });

  test('an id that is bound to another intent is refused, and the intent stays as it was', async () => {
    await store.journal.begin(newIntent('a'));
    await store.journal.settle('a', { state: 'acknowledged', at: 1, order: boundOrder('7', 'a') });
    await store.journal.begin(newIntent('b'));
    const refusal = await store.journal.settle('b', { state: 'acknowledged', at: 2, order: boundOrder('7', 'b') }).catch(String);
    expect(refusal).toContain('order 7 is bound to intent a');
    expect((await store.journal.get('b'))?.state).toBe('sending');
  });

  test('a conversion id is bound to one intent', async () => {
    for (const id of ['a', 'b']) await store.journal.begin(newIntent(id, { kind: 'convert', lane: `convert:${id}` }));
    await store.journal.settle('a', { state: 'acknowledged', at: 1, venueId: '7' });
    expect(await codeOf(store.journal.settle('b', { state: 'acknowledged', at: 1, venueId: '7' }))).toBe('store');
    expect((await store.journal.get('b'))?.state).toBe('sending');
  });

  test.each([
    ['an order with a refusal', { state: 'rejected', at: 1, order: boundOrder('7', 'a') }],
    ['an order of another intent', { state: 'acknowledged', at: 1, order: boundOrder('7', 'z') }],
    ['an acknowledgement without the order', { state: 'acknowledged', at: 1 }],
    ['two ids', { state: 'acknowledged', at: 1, order: boundOrder('7', 'a'), venueId: '8' }],
    ['a replaced order', { state: 'acknowledged', at: 1, order: boundOrder('7', 'a'), replaced: '6' }],
  ] as const)('%s does not fit a place and changes nothing', async (_what, outcome) => {
    await store.journal.begin(newIntent('a'));
    expect(await codeOf(store.journal.settle('a', outcome))).toBe('internal');
    expect((await store.journal.get('a'))?.state).toBe('sending');
    expect(await store.journal.openOrders()).toEqual([]);
  });

  test('an intent that was never journalled cannot be settled', async () => {
    expect(await codeOf(store.journal.settle('nobody', { state: 'rejected', at: 1 }))).toBe('internal');
  });

  test('adoption takes in the fills that were logged before anybody knew whose they were', async () => {
    const unowned = { orderId: '7', intentId: undefined, strategy: undefined };
    await store.fillLog.record([loggedFill('f1', unowned), loggedFill('f2', { ...unowned, orderId: '8' })]);
    await store.journal.begin(newIntent('a'));
    await store.journal.settle('a', { state: 'unknown', at: 1 });
    await store.journal.settle('a', { state: 'adopted', at: 2, order: boundOrder('7', 'a', { tag: 'x' }) });
    const owners = (await store.fillLog.fills({})).map(({ fill }) => [fill.id, fill.intentId, fill.strategy, fill.tag]);
    expect(owners).toEqual([
      ['f2', undefined, undefined, undefined],
      ['f1', 'a', 'maker', 'x'],
    ]);
  });

  test('orders close once and keep their end; one that nobody bound is not found', async () => {
    await store.journal.begin(newIntent('a'));
    await store.journal.settle('a', { state: 'acknowledged', at: 1, order: boundOrder('7', 'a') });
    await store.journal.closeOrder('7', 'filled', 10);
    await store.journal.closeOrder('7', 'canceled', 20);
    expect(await store.journal.order('7')).toMatchObject({ closedAt: 10, end: 'filled' });
    expect(await store.journal.openOrders()).toEqual([]);
    expect(await codeOf(store.journal.closeOrder('8', 'filled', 10))).toBe('not-found');
  });
});

describe('replacements', () => {
  beforeEach(async () => {
    await store.journal.begin(newIntent('a'));
    await store.journal.settle('a', { state: 'acknowledged', at: 1, order: boundOrder('7', 'a') });
    await store.journal.begin(newIntent('r', { kind: 'replace', targetId: '7' }));
  });

  test('with a new id: the old order ends and the new one is bound', async () => {
    await store.journal.settle('r', { state: 'acknowledged', at: 5, order: boundOrder('8', 'r'), replaced: '7' });
    expect(await store.journal.order('7')).toMatchObject({ closedAt: 5, end: 'canceled', intentId: 'a' });
    expect((await store.journal.openOrders()).map((order) => order.orderId)).toEqual(['8']);
  });

  test('with the id kept: its row moves to the new price and amount', async () => {
    const moved = boundOrder('7', 'r', { price: dec('49000'), amount: dec('0.02') });
    await store.journal.settle('r', { state: 'acknowledged', at: 5, order: moved, replaced: '7' });
    expect(await store.journal.openOrders()).toEqual([moved]);
  });

  test('with the id kept, an order that closed meanwhile is not opened again', async () => {
    await store.journal.closeOrder('7', 'filled', 4);
    await store.journal.settle('r', { state: 'acknowledged', at: 5, order: boundOrder('7', 'r'), replaced: '7' });
    expect(await store.journal.order('7')).toMatchObject({ closedAt: 4, end: 'filled', intentId: 'r' });
  });

  test('of another order than the one that was meant are refused', async () => {
    expect(await codeOf(store.journal.settle('r', { state: 'acknowledged', at: 5, order: boundOrder('8', 'r'), replaced: '6' }))).toBe(
      'internal',
    );
  });
});

describe('lists', () => {
  test('intents come newest first, unresolved ones oldest first', async () => {
    for (const [i, id] of ['c', 'a', 'b'].entries()) await store.journal.begin(newIntent(id, { lane: id, createdAt: START + i }));
    expect((await store.journal.list(2)).map((intent) => intent.id)).toEqual(['b', 'a']);
    expect((await store.journal.unresolved()).map((intent) => intent.id)).toEqual(['c', 'a', 'b']);
  });

  test('cancels and replacements are found by the order that they are aimed at, oldest first', async () => {
    await store.journal.begin(newIntent('p', { lane: 'p' }));
    for (const [i, id] of ['c', 'a'].entries()) {
      await store.journal.begin(newIntent(id, { kind: 'cancel', lane: id, targetId: '7', createdAt: START + i }));
    }
    await store.journal.begin(newIntent('b', { kind: 'cancel', lane: 'b', targetId: '8' }));
    expect((await store.journal.aimedAt('7')).map((intent) => intent.id)).toEqual(['c', 'a']);
  });

  test('those aimed at any order of an intent are found by it, oldest first', async () => {
    const { journal } = store;
    await journal.begin(newIntent('p', { lane: 'p' }));
    await journal.settle('p', { state: 'acknowledged', at: START, venueId: '7', order: boundOrder('7', 'p') });
    await journal.begin(newIntent('r', { kind: 'replace', lane: 'p', targetId: '7', createdAt: START + 2 }));
    await journal.settle('r', { state: 'acknowledged', at: START, venueId: '8', order: boundOrder('8', 'p'), replaced: '7' });
    for (const [i, targetId] of ['7', '8', '9'].entries()) {
      await journal.begin(newIntent(`c${targetId}`, { kind: 'cancel', targetId, createdAt: START + 3 - i }));
    }
    expect((await journal.aimedAtOrdersOf('p')).map((intent) => intent.id)).toEqual(['c8', 'r', 'c7']);
  });

  test.each([0, -1, 1.5, Number.NaN, 2_000_000])('a limit of %s is a mistake of the caller', async (limit) => {
    await expect(store.journal.list(limit)).rejects.toThrow('a limit must be');
  });
});

test('an owner that takes over makes what was being sent unknown, and the one before it can begin nothing more', async () => {
  for (const id of ['a', 'b', 'c']) await store.journal.begin(newIntent(id, { lane: id }));
  await store.journal.settle('a', outcomeOf('a', 'rejected'));
  await store.journal.settle('b', { state: 'unknown', at: 5, evidence: 'timeout' });
  const { epoch } = await takeOver(database, { ...systemClock, now: () => 99 }, undefined);
  fence(epoch);
  const later = journalOn(database, epoch);
  expect((await later.unresolved()).map((intent) => [intent.id, intent.state, intent.gaveUpAt, intent.evidence])).toEqual([
    ['b', 'unknown', 5, 'timeout'],
    ['c', 'unknown', 99, 'the process ended while it was being sent'],
  ]);
  const refusal = await store.journal.begin(newIntent('d', { lane: 'd' })).catch((error: unknown) => error);
  expect(isFault(refusal, 'daemon-running') && refusal.outcome).toBe('not-sent');
  expect(await codeOf(later.begin(newIntent('d', { lane: 'd' })))).toBe('ok');
});
