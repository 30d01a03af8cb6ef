import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { Fault } from '../../src/base/fault.ts';
import { type CallObserver, outcomeOf } from '../../src/client/callObserver.ts';
import { exchange } from '../../src/contract/exchange.ts';
import { faultFrom, json, scripted, turn } from './scripted.ts';

const ORDER = { symbol: 'BTC/EUR', type: 'Limit', side: 'Buy', amount: dec('0.001'), price: dec('61250.1') } as const;
const PLACED = (): Response => json(exchange['orders.place'].example.reply, 201);
const BOOK = (): Response => json(exchange['book.get'].example.reply);

/** A client whose observer writes down what it is told. */
function observed(answer: () => Response, options: Parameters<typeof scripted>[1] = {}): ReturnType<typeof scripted> & { told: string[] } {
  const told: string[] = [];
  const observer: CallObserver = {
    answered: (operation, outcome, ms) => void told.push(`${operation} ${outcome} ${ms}`),
    committed: (ms) => void told.push(`commit ${ms}`),
  };
  return { ...scripted(answer, { ...options, observer }), told };
}

describe('who measures requests', () => {
  it('is told of an answer, and how long it was on the wire', async () => {
    const { client, clock, told } = observed(BOOK, { latencyMs: () => 40 });
    const book = client.book.get({ symbol: 'BTC/EUR' });
    await clock.advance(1000, turn);
    await book;
    expect(told).toEqual(['book.get ok 80']);
  });

  it('is told of refusals, of what is unknown, and of reads that failed', async () => {
    const refused = observed(() => json('{"error":"no"}', 401));
    await faultFrom(refused.client.orders.place(ORDER));
    expect(refused.told).toEqual([expect.stringMatching(/^orders\.place (?:rejected|unknown) 0$/)]);
    const broken = observed(() => json('{}', 500));
    await faultFrom(broken.client.orders.place(ORDER));
    await faultFrom(broken.client.book.get({ symbol: 'BTC/EUR' }));
    expect(broken.told).toEqual(['orders.place unknown 0', 'book.get failed 0']);
  });

  it('is told how long the journal held a request up, and of nothing that was not sent', async () => {
    const { client, clock, told } = observed(PLACED);
    const waits = (): Promise<void> => new Promise((resolve) => void clock.setTimer(7, resolve));
    const sent = client.send(client.prepare('orders.place', ORDER), { beforeSend: waits });
    await clock.advance(10, turn);
    await sent;
    expect(told).toEqual(['commit 7', 'orders.place ok 0']);
    const refusing = (): Promise<void> => Promise.reject(new Fault('store', 'the disk is full'));
    await faultFrom(client.send(client.prepare('orders.place', ORDER), { beforeSend: refusing }));
    expect(told).toHaveLength(2);
  });
});

describe(outcomeOf.name, () => {
  it('is the proven or unknown outcome of a fault, else a failure', () => {
    expect(outcomeOf(new Fault('timeout', 'x', { outcome: 'unknown' }))).toBe('unknown');
    expect(outcomeOf(new Fault('network', 'x'))).toBe('failed');
    expect(outcomeOf(new Error('x'))).toBe('failed');
  });
});
