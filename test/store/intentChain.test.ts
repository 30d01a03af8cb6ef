import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import type { IntentKind } from '../../src/model/intent.ts';
import { createFillLog } from '../../src/store/fillLog.ts';
import { systemClock } from '../../src/base/systemClock.ts';
import { takeOver } from '../../src/store/takeOver.ts';
import { chainOf } from '../../src/store/intentChain.ts';
import type { Database } from '../../src/store/database.ts';
import { START, boundOrder, loggedFill, journalOn, newIntent, ownedDatabase } from './builders.ts';

let database: Database;
let epoch: number;
let fence: (epoch: number) => void;

beforeEach(async () => {
  ({ database, epoch, fence } = await ownedDatabase());
});
afterEach(() => database.close());

/** An order that is placed, moved under a new id, filled in part and canceled; and another order beside it. */
async function livedThrough(): Promise<void> {
  const journal = journalOn(database, epoch);
  const begin = (id: string, kind: IntentKind, at: number, targetId?: string): Promise<void> =>
    journal.begin(newIntent(id, { kind, createdAt: START + at, targetId }));
  await begin('place', 'place', 0);
  await journal.settle('place', { state: 'acknowledged', at: START + 10, order: boundOrder('first', 'place') });
  await begin('move', 'replace', 20, 'first');
  await journal.settle('move', {
    state: 'acknowledged',
    at: START + 30,
    order: boundOrder('second', 'place', { openedAt: START + 30 }),
    replaced: 'first',
  });
  await begin('other', 'place', 40);
  await journal.settle('other', { state: 'acknowledged', at: START + 50, order: boundOrder('foreign', 'other') });
  await begin('away', 'cancel', 60, 'second');
  await journal.settle('away', { state: 'acknowledged', at: START + 70 });
  const fillLog = createFillLog(database);
  await fillLog.record([
    loggedFill('fill-2', { orderId: 'second', tradedAt: START + 55, amount: dec('0.002') }),
    loggedFill('fill-1', { orderId: 'first', tradedAt: START + 15, amount: dec('0.001') }),
    loggedFill('fill-x', { orderId: 'foreign', tradedAt: START + 55, amount: dec('0.003') }),
  ]);
  await journal.closeOrder('second', 'canceled', START + 80);
}

describe('the chain behind an id', () => {
  it.each(['place', 'move', 'away', 'first', 'second', 'fill-1', 'fill-2'])('is the same whichever of its ids is named: %s', async (id) => {
    await livedThrough();
    const chain = (await chainOf(database, id))!;
    expect(chain.intents.map((intent) => intent.id)).toEqual(['place', 'move', 'away']);
    expect(chain.orders.map(({ orderId, end }) => [orderId, end])).toEqual([
      ['first', 'canceled'],
      ['second', 'canceled'],
    ]);
    expect(chain.fills.map(({ fill }) => fill.id)).toEqual(['fill-1', 'fill-2']);
    expect(chain.conversion).toBeUndefined();
  });

  it('holds a cancel however long after the end it was asked for', async () => {
    await livedThrough();
    const day = 86_400_000;
    await journalOn(database, epoch).begin(newIntent('late', { kind: 'cancel', createdAt: START + day, targetId: 'second' }));
    expect((await chainOf(database, 'place'))!.intents.map(({ id }) => id)).toEqual(['place', 'move', 'away', 'late']);
  });

  it('holds what a later life has asked for though the clock was put back, after all that was asked for before', async () => {
    await livedThrough();
    const next = await takeOver(database, systemClock, undefined);
    fence(next.epoch);
    const putBack = START - 3_600_000;
    await journalOn(database, next.epoch).begin(newIntent('late', { kind: 'cancel', createdAt: putBack, targetId: 'second' }));
    expect((await chainOf(database, 'place'))!.intents.map(({ id }) => id)).toEqual(['place', 'move', 'away', 'late']);
  });

  it('holds each ground on which it was said what came of an intent', async () => {
    const journal = journalOn(database, epoch);
    await journal.begin(newIntent('lost'));
    await journal.settle('lost', { state: 'unknown', at: START + 1, evidence: 'HTTP 502' });
    await journal.settle('lost', { state: 'quarantined', at: START + 2, evidence: 'no proof yet' });
    await journal.settle('lost', { state: 'not-sent', at: START + 3, evidence: 'a person has decided it' });
    const order = boundOrder('found', 'lost');
    await journal.settle('lost', { state: 'adopted', at: START + 4, evidence: 'found late', order });
    const [intent] = (await chainOf(database, 'lost'))!.intents;
    expect(intent!.verdicts).toEqual([
      { state: 'unknown', at: START + 1, evidence: 'HTTP 502' },
      { state: 'quarantined', at: START + 2, evidence: 'no proof yet' },
      { state: 'not-sent', at: START + 3, evidence: 'a person has decided it' },
      { state: 'adopted', at: START + 4, evidence: 'found late' },
    ]);
  });

  it('holds a conversion, named by its intent or by its own id', async () => {
    const journal = journalOn(database, epoch);
    await journal.begin(newIntent('change', { kind: 'convert', lane: 'convert:EUR>BTC' }));
    const conversion = {
      id: 'c-1',
      fromCurrency: 'EUR',
      toCurrency: 'BTC',
      fromAmount: dec('100.00'),
      toAmount: dec('0.002'),
      rate: dec('50000'),
      executedAt: START + 5,
      intentId: 'change',
      strategy: 'dca',
    };
    await createFillLog(database).recordConversion(conversion);
    await journal.settle('change', { state: 'acknowledged', at: START + 6, venueId: 'c-1' });
    for (const id of ['change', 'c-1']) {
      expect(await chainOf(database, id)).toMatchObject({ intents: [{ id: 'change' }], orders: [], fills: [], conversion });
    }
  });

  it('is none of an id that nobody here knows', async () => {
    await livedThrough();
    for (const id of ['', 'nobody', "'; DROP TABLE intent; --"]) expect(await chainOf(database, id)).toBeUndefined();
  });
});
