import { describe, expect, it } from 'vitest';
import type { Transport, TransportRequest, TransportResponse } from '../../../src/client/transport.ts';
import { exchange } from '../../../src/contract/exchange.ts';
import { marketOnly } from '../../../src/daemon/paper/marketOnly.ts';
import { notTaken } from '../../../src/daemon/paper/notTaken.ts';
import { PaperIds } from '../../../src/daemon/paper/paperIds.ts';
import { dec } from '../../../src/base/decimal.ts';
import type { Command } from '../../../src/model/command.ts';

const URL = 'https://venue.test/base';
const READS = new Set(['symbols.list', 'statistics.list', 'book.get', 'currencies.list']);

function recording(): Transport & { readonly sent: TransportRequest[] } {
  const sent: TransportRequest[] = [];
  const answer: TransportResponse = { status: 200, headers: {}, body: new Uint8Array() };
  return { sent, send: (request) => (sent.push(request), Promise.resolve(answer)), close: () => Promise.resolve() };
}

function requestOf(method: string, path: string): TransportRequest {
  const headers = { 'SVC-API-KEY': 'k', 'svc-api-sign': 's', 'user-agent': 'sluice' };
  return { method, url: `${URL}${path}`, headers, body: undefined, fresh: false, timeoutMs: 1, maxBytes: 1 };
}

describe('the network of paper mode', () => {
  it('carries reads of the market and refuses every other operation of the contract before a byte leaves', async () => {
    const network = recording();
    const only = marketOnly(network, URL, false);
    for (const [name, { method, path }] of Object.entries(exchange)) {
      const request = requestOf(method, path.replaceAll(/\{\w+\}/g, 'BTC%2FEUR'));
      if (READS.has(name)) await only.send(request);
      else await expect(only.send(request), name).rejects.toMatchObject({ code: 'refused', outcome: 'not-sent' });
    }
    expect(network.sent).toHaveLength(READS.size);
    await expect(only.send(requestOf('POST', '/v1/spot-trading/symbols'))).rejects.toThrow(
      'paper mode sends nothing but reads of the market',
    );
    await expect(only.send(requestOf('GET', '/v1/spot-trading/orderbook/BTC/EUR/more'))).rejects.toThrow('paper mode');
    expect(network.sent).toHaveLength(READS.size);
  });

  it('takes signatures off where there is no key', async () => {
    const network = recording();
    await marketOnly(network, URL, true).send(requestOf('GET', '/v1/spot-trading/symbols'));
    await marketOnly(network, URL, false).send(requestOf('GET', '/v1/spot-trading/symbols'));
    expect(network.sent.map(({ headers }) => Object.keys(headers))).toEqual([
      ['user-agent'],
      ['SVC-API-KEY', 'svc-api-sign', 'user-agent'],
    ]);
  });
});

describe('a venue that wants a key', () => {
  it('is told of as such when there is none', async () => {
    const wants: Transport = {
      send: () => Promise.resolve({ status: 401, headers: {}, body: new Uint8Array() }),
      close: () => Promise.resolve(),
    };
    const read = requestOf('GET', '/v1/spot-trading/symbols');
    await expect(marketOnly(wants, URL, true).send(read)).rejects.toMatchObject({
      code: 'unauthorized',
      message: 'the venue venue.test shows its market to a key only: HTTP 401 without one',
      suggestion: expect.stringContaining('SLUICE_EXCHANGE_KEY') as string,
    });
    expect(await marketOnly(wants, URL, false).send(read)).toMatchObject({ status: 401 });
  });
});

describe('the ids of a paper account', () => {
  const ids = new PaperIds(1_795_000_000_000);

  it('carry the start of the life in front, out and back', () => {
    const report = ids.outward({ type: 'cancel-accepted', orderId: '12' });
    expect(report).toEqual({ type: 'cancel-accepted', orderId: '1795000000000000012' });
    const cancel: Command = {
      type: 'cancel',
      intentId: 'i',
      strategy: 's',
      symbol: 'BTC/EUR',
      orderId: '1795000000000000012',
      decidedAt: 0,
    };
    expect(ids.inward(cancel)).toMatchObject({ orderId: '12' });
    expect(ids.inward({ ...cancel, orderId: '99' })).toMatchObject({ orderId: '99' });
    expect(ids.outward({ type: 'lane-opened', lane: 'x' })).toEqual({ type: 'lane-opened', lane: 'x' });
  });

  it('go with replacements, fills and conversions', () => {
    const id = '1795000000000000007';
    expect(
      ids.outward({ type: 'order-replaced', intentId: 'i', orderId: '7', newOrderId: '7', price: dec(1), amount: dec(1), replacedAt: 0 }),
    ).toMatchObject({ orderId: id, newOrderId: id });
    const fill = { id: '7.2', orderId: '7' } as never;
    expect(ids.outward({ type: 'fill', fill })).toEqual({ type: 'fill', fill: { id: `${id}.2`, orderId: id } });
    const conversion = { id: 'c7' } as never;
    expect(ids.outward({ type: 'converted', conversion, adopted: false })).toMatchObject({ conversion: { id } });
  });
});

describe('a command that is not taken', () => {
  const base = { strategy: 's', decidedAt: 0 };
  it.each([
    [
      { ...base, type: 'cancel', intentId: 'i', symbol: 'A/B', orderId: '1' },
      { type: 'cancel-failed', orderId: '1', code: 'refused' },
    ],
    [
      { ...base, type: 'request-quote', requestId: 'r', fromCurrency: 'A', toCurrency: 'B', size: { fromAmount: dec(1) } },
      { type: 'quote-refused', requestId: 'r' },
    ],
    [
      { ...base, type: 'replace', intentId: 'i', symbol: 'A/B', side: 'Buy', orderId: '1', price: dec(1), amount: dec(1) },
      { type: 'intent-not-sent', intentId: 'i', kind: 'replace' },
    ],
  ] as [Command, object][])('is told of as such: %j', (command, report) => {
    expect(notTaken(command, 'shutting down')).toMatchObject(report);
  });
});
