import { assert, describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { restored, STRATEGY_STATE } from '../../src/daemon/restore.ts';
import { ENTOMBED_KEY } from '../../src/engine/savedEntombed.ts';
import type { OpenOrderRow } from '../../src/gateway/accountLists.ts';
import { conversionFingerprint, orderFingerprint } from '../../src/gateway/fingerprint.ts';
import type { Fill } from '../../src/model/fill.ts';
import type { NewIntent } from '../../src/model/journal.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { MemoryStore } from '../store/memoryStore.ts';

const AT = Date.UTC(2026, 10, 20);

function placing(id: string, symbol: string): NewIntent {
  return {
    id,
    kind: 'place',
    decision: id,
    lane: `spot:${symbol}`,
    strategy: 'maker',
    fingerprint: orderFingerprint({ symbol, side: 'Buy', type: 'Limit', amount: dec('0.5'), price: dec('100') }),
    body: '{}',
    bodyHash: 'x',
    createdAt: AT,
    venueAt: undefined,
    expiresAt: undefined,
    exposure: dec('50'),
    exposureCurrency: 'EUR',
    targetId: undefined,
  };
}

async function opened(store: Pick<Store, 'journal'>, id: string, symbol: string, orderId: string, openedAt = AT): Promise<void> {
  await store.journal.begin(placing(id, symbol));
  await store.journal.settle(id, {
    state: 'acknowledged',
    at: AT,
    venueId: orderId,
    order: {
      orderId,
      intentId: id,
      strategy: 'maker',
      symbol,
      side: 'Buy',
      type: 'Limit',
      price: dec('100'),
      amount: dec('0.5'),
      openedAt,
      closedAt: undefined,
      end: undefined,
      tag: 'a',
    },
  });
}

function fill(orderId: string, intentId: string, amount: string, tradedAt: number): Fill {
  return {
    id: `${orderId}:${tradedAt}`,
    orderId,
    symbol: 'BTC/EUR',
    side: 'Buy',
    type: 'Limit',
    price: dec('100'),
    amount: dec(amount),
    fee: dec('0'),
    feeCurrency: 'BTC',
    feeType: 'Maker',
    openedAt: AT,
    tradedAt,
    receivedAt: tradedAt,
    intentId,
    strategy: 'maker',
    tag: undefined,
  };
}

describe(restored.name, () => {
  it('gives fills and conversions oldest first, live orders with what is left of them, unknown ones with their shape, and saved states', async () => {
    const store = await openStore({ path: ':memory:', clock: new VirtualClock(AT) });
    await opened(store, 'I1', 'BTC/EUR', '11');
    await opened(store, 'I2', 'BTC/EUR', '12');
    await opened(store, 'I3', 'BTC/EUR', '13');
    await store.journal.closeOrder('13', 'filled', AT);
    await store.journal.begin(placing('I4', 'ETH/EUR'));
    await store.journal.settle('I4', { state: 'unknown', at: AT });
    await store.fillLog.record([
      { fill: fill('11', 'I1', '0.1', AT + 1), book: undefined },
      { fill: fill('11', 'I1', '0.1', AT + 2), book: undefined },
      { fill: fill('12', 'I2', '0.2', AT + 3), book: undefined },
    ]);
    await store.state.save(STRATEGY_STATE, 'maker', '{"centre":"1"}');
    const listed = { id: '11', amount: dec('0.25') } as OpenOrderRow;

    const [event, ...more] = await Array.fromAsync(restored(store, [listed]));
    await store.close();

    expect(more).toEqual([]);
    assert(event);

    expect(event.fills.map(({ tradedAt }) => tradedAt)).toEqual([AT + 1, AT + 2, AT + 3]);
    expect(event.conversions).toEqual([]);
    expect(event.states).toEqual({ maker: '{"centre":"1"}' });
    expect(
      event.orders.map(({ intentId, orderId, state, amount, filled, tag }) => [
        intentId,
        orderId,
        state,
        amount.toFixed(),
        filled.toFixed(),
        tag,
      ]),
    ).toEqual([
      // Still listed with less than the fills explain: the rest was executed, and is booked when it shows.
      ['I1', '11', 'open', '0.5', '0.2', 'a'],
      // Gone from the list: the next rounds close it.
      ['I2', '12', 'open', '0.5', '0.2', 'a'],
      ['I4', undefined, 'unknown', '0.5', '0', undefined],
    ]);
  });

  it('says which orders were to be replaced by what nobody knows the outcome of, and which are still to be canceled', async () => {
    const { journal, fillLog, state } = new MemoryStore();
    const store = { journal, fillLog, state };
    await opened(store, 'I1', 'BTC/EUR', '11');
    await journal.begin({ ...placing('R1', 'BTC/EUR'), kind: 'replace', targetId: '11' });
    await journal.settle('R1', { state: 'unknown', at: AT });
    const pieces = await Array.fromAsync(restored(store, [], new Set(['11'])));
    expect(pieces.at(-1)!.replacements).toEqual({ R1: '11' });
    expect(pieces.at(-1)!.orders).toMatchObject([
      { orderId: '11', canceling: true },
      { intentId: 'R1', state: 'unknown', canceling: false },
    ]);
  });

  it('gives no tomb of a late order that has ended just before the process did', async () => {
    const { journal, fillLog, state } = new MemoryStore();
    const store = { journal, fillLog, state };
    await opened(store, 'I1', 'BTC/EUR', '11');
    await journal.closeOrder('11', 'canceled', AT);
    const tomb = { side: 1, lots: 50, lot: '0.01', until: AT + 86_400_000, intentId: 'I1', orderId: '11' };
    await state.save(STRATEGY_STATE, ENTOMBED_KEY, JSON.stringify({ 'BTC/EUR': [tomb] }));
    const pieces = await Array.fromAsync(restored(store, []));
    expect(pieces.at(-1)!.states).toEqual({ [ENTOMBED_KEY]: '{}' });
  });

  it('counts what an order executed before it was replaced beside all that it may come to since', async () => {
    const store = await openStore({ path: ':memory:', clock: new VirtualClock(AT) });
    await opened(store, 'I1', 'BTC/EUR', '11');
    await store.journal.begin({ ...placing('R1', 'BTC/EUR'), kind: 'replace', targetId: '11' });
    const order = { ...(await store.journal.order('11'))!, orderId: '12' };
    await store.journal.settle('R1', { state: 'acknowledged', at: AT, venueId: '12', order, replaced: '11' });
    await store.fillLog.record([
      { fill: fill('11', 'I1', '0.1', AT + 1), book: undefined },
      { fill: fill('12', 'I1', '0.1', AT + 2), book: undefined },
    ]);
    // A tenth more is gone than the fills explain: it comes yet.
    const [event] = await Array.fromAsync(restored(store, [{ id: '12', amount: dec('0.3') } as OpenOrderRow]));
    await store.close();
    expect(event!.orders.map(({ orderId, amount, filled }) => [orderId, amount.toFixed(), filled.toFixed()])).toEqual([
      ['12', '0.6', '0.2'],
    ]);
  });

  it('says by our own clock when an order was placed, whatever the clock of the venue shows', async () => {
    const { journal, fillLog, state } = new MemoryStore();
    await opened({ journal }, 'I1', 'BTC/EUR', '11', AT + 20_000);
    const [event] = await Array.fromAsync(restored({ journal, fillLog, state }, []));
    expect(event!.orders).toMatchObject([{ orderId: '11', placedAt: AT }]);
  });

  it('gives what unresolved replacements and conversions were to do', async () => {
    const store = new MemoryStore();
    await opened({ journal: store.journal }, 'I1', 'BTC/EUR', '11');
    const shape = { symbol: 'BTC/EUR', side: 'Buy', type: 'Limit', amount: dec('0.7'), price: dec('101') } as const;
    await store.journal.begin({ ...placing('I2', 'BTC/EUR'), kind: 'replace', targetId: '11', fingerprint: orderFingerprint(shape) });
    await store.journal.settle('I2', { state: 'unknown', at: AT });
    const fingerprint = conversionFingerprint('EUR', 'BTC', dec('600'), dec('0.01'));
    await store.journal.begin({ ...placing('I3', 'BTC/EUR'), kind: 'convert', lane: 'convert:EUR>BTC', fingerprint });
    const [event] = await Array.fromAsync(restored(store, [{ id: '11', amount: dec('0.5') } as OpenOrderRow]));
    expect(event?.orders).toMatchObject([
      { intentId: 'I1', orderId: '11', state: 'open' },
      { ...shape, intentId: 'I2', orderId: undefined, state: 'unknown' },
    ]);
    expect(event?.unknownConversions).toEqual([
      { intentId: 'I3', strategy: 'maker', fromCurrency: 'EUR', toCurrency: 'BTC', fromAmount: dec('600'), toAmount: dec('0.01') },
    ]);
  });

  it('gives a long history in pieces, each fill and conversion once, in order of time, and the rest with the last piece', async () => {
    const store = new MemoryStore();
    await store.journal.begin(placing('I1', 'BTC/EUR'));
    await opened({ journal: store.journal }, 'I2', 'ETH/EUR', '12');
    for (let i = 0; i < 7; i++) await store.fillLog.record([{ fill: fill('12', 'I2', '0.01', AT + 2 * i), book: undefined }]);
    for (const [id, executedAt] of [
      ['before', AT - 1],
      ['between', AT + 5],
      ['after', AT + 99],
    ] as const) {
      const terms = { fromCurrency: 'EUR', toCurrency: 'BTC', fromAmount: dec(1), toAmount: dec(1), rate: dec(1) };
      await store.fillLog.recordConversion({ id, ...terms, executedAt, intentId: undefined, strategy: 'maker' });
    }
    await store.state.save(STRATEGY_STATE, 'maker', 'x');

    const pieces = await Array.fromAsync(restored(store, []));
    const times = pieces.map(({ fills, conversions }) =>
      [...fills.map((one) => one.tradedAt), ...conversions.map((one) => one.executedAt)].sort((a, b) => a - b),
    );
    expect(times.flat()).toEqual(times.flat().toSorted((a, b) => a - b));
    expect(times.flat()).toHaveLength(10);
    expect(pieces.length).toBeGreaterThan(2);
    expect(pieces.slice(0, -1).every(({ orders, states }) => orders.length === 0 && Object.keys(states ?? {}).length === 0)).toBe(true);
    expect(pieces.at(-1)).toMatchObject({ states: { maker: 'x' } });
    expect(pieces.at(-1)!.orders.map(({ intentId, filled }) => [intentId, filled.toFixed()])).toEqual([
      ['I2', '0.07'],
      ['I1', '0'],
    ]);
  });
});

it('H6: tells which entries the sums include, so that limits on losses can tell which they have counted', async () => {
  const { journal, state, fillLog } = new MemoryStore();
  const entry = { cause: 'correction', strategy: 'maker', symbol: 'BTC/EUR', amount: dec('1'), price: dec('2'), note: undefined } as const;
  await fillLog.recordEntry({ ...entry, id: 'old', at: AT - 1 });
  await fillLog.recordEntry({ ...entry, id: 'new', at: AT });
  const past = async () => ({ positions: [], flows: {}, until: AT });
  const pieces = await Array.fromAsync(restored({ journal, state, fillLog: { ...fillLog, past } }, []));
  expect(pieces.map(({ entries, summed }) => [entries?.map(({ id }) => id), summed?.map(({ id }) => id)])).toEqual([[['new'], ['old']]]);
});
