import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { dec, Decimal } from '../../src/base/decimal.ts';
import { JsonNumber, stringifyJson } from '../../src/base/json.ts';
import { fastShapeOf } from '../../src/client/fastShape.ts';
import { fastTexts, fastWrite } from '../../src/client/fastWriter.ts';
import { type Prepare, preparerOf } from '../../src/client/prepare.ts';
import { contentHashOf } from '../../src/client/signer.ts';
import { exchange } from '../../src/contract/exchange.ts';
import type { Operation } from '../../src/contract/operation.ts';

function preparer(name: keyof typeof exchange): Prepare {
  const row: Operation = exchange[name];
  return preparerOf(name, row, row.path);
}

function faultOf(name: keyof typeof exchange, params: Record<string, unknown>): unknown {
  try {
    preparer(name)(params);
  } catch (error) {
    return error;
  }
  return undefined;
}

describe('preparing requests', () => {
  it('writes an order as JSON with exact digits', () => {
    const prepared = preparer('orders.place')({
      symbol: 'BTC/EUR',
      type: 'Limit',
      side: 'Buy',
      amount: dec('1e-8'),
      price: dec('61250.1'),
    });
    expect(prepared).toMatchObject({ method: 'POST', path: '/v1/spot-trading/orders', query: '' });
    expect(prepared.body).toBe('{"symbol":"BTC/EUR","type":"Limit","side":"Buy","amount":0.00000001,"price":61250.1}');
    expect(Buffer.from(prepared.bodyBytes!).toString()).toBe(prepared.body);
    expect(prepared.bodyHash).toBe(contentHashOf(prepared.bodyBytes));
  });

  it('encodes the slash of a symbol in the path (000 Spot trading)', () => {
    expect(preparer('book.get')({ symbol: 'BTC/EUR', depth: 250 })).toMatchObject({
      path: '/v1/spot-trading/orderbook/BTC%2FEUR',
      query: 'depth=250',
      body: '',
      bodyBytes: undefined,
      bodyHash: '',
    });
  });

  it('leaves out what is not given', () => {
    expect(preparer('book.get')({ symbol: 'BTC/EUR', depth: undefined }).query).toBe('');
  });

  it('writes times and ids of a query in their wire form', () => {
    const { query } = preparer('orders.list')({ orderId: '9007199254740993', symbol: 'BTC/EUR', from: Date.UTC(2026, 10, 20) });
    expect(query).toBe('orderId=9007199254740993&symbol=BTC%2FEUR&from=2026-11-20T00%3A00%3A00.000Z');
  });

  it('puts members where the row says: path and body', () => {
    expect(preparer('orders.replace')({ orderId: '12', amount: dec('0.5') })).toMatchObject({
      path: '/v1/spot-trading/orders/12/replace',
      body: '{"amount":0.5}',
    });
  });

  it.each([
    ['book.get', { symbol: 'BTC/EUR', depth: 251 }, { depth: ['must be 1 to 250, not 251'] }],
    ['book.get', { symbol: 'BTCEUR' }, { symbol: ['expected BASE/QUOTE, like BTC/EUR, not "BTCEUR"'] }],
    ['book.get', { symbol: 'BTC/EUR', dept: 5 }, { dept: ['is not a parameter of book.get'] }],
    ['orders.place', { symbol: 'BTC/EUR', type: 'Limit', side: 'Buy', amount: dec('1') }, { price: ['is required for a Limit order'] }],
    ['orders.place', { symbol: 'BTC/EUR', type: 'Market', side: 'buy', amount: dec('0') }, { side: ['expected Buy or Sell, not "buy"'] }],
    ['orders.place', { symbol: 'BTC/EUR', type: 'Market', side: 'Buy', amount: dec('0') }, { amount: ['must be greater than 0, not 0'] }],
    ['orders.place', { symbol: 'BTC/EUR', type: 'Market', side: 'Buy', amount: '1' }, { amount: ['expected a decimal, not "1"'] }],
    ['orders.place', { symbol: 'BTC/EUR', type: 'Market', side: 'Buy' }, { amount: ['is required'] }],
    ['orders.list', { from: 9e15 }, { from: ['expected an instant, not 9000000000000000'] }],
    [
      'orders.place',
      { symbol: 'BTC/EUR', type: 'Market', side: 'Buy', amount: new Decimal(NaN) },
      { amount: ['expected a decimal, not NaN'] },
    ],
    ['orders.replace', { orderId: '1/../../x', amount: dec('1') }, { orderId: ['expected an id of digits, not "1/../../x"'] }],
    ['quotes.request', { fromCurrency: 'EUR', toCurrency: 'BTC' }, { fromAmount: ['exactly one of fromAmount and toAmount must be sent'] }],
  ] as const)('refuses bad parameters of %s by name, not sent (%j)', (name, params, fieldErrors) => {
    expect(faultOf(name, params)).toMatchObject({ code: 'invalid-request', outcome: 'not-sent', fieldErrors });
  });

  it.each(['orders.place', 'orders.replace', 'quotes.request', 'conversions.execute'] as const)(
    'writes the body of %s by the quick way as by the schema, or not at all',
    (name) => {
      const schema = exchange[name].request.body as z.ZodType;
      const shape = fastShapeOf(schema)!;
      const members = Object.keys((schema as z.ZodObject).shape);
      const value = fc.oneof(
        fc.constantFrom<unknown>('BTC/EUR', 'Limit', 'Market', 'Buy', 'Sell', '', 'a"b', 'é', '\ud800', undefined, null, 1, 0.5, true),
        fc
          .tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.integer({ min: -20, max: 20 }))
          .map(([c, e]) => new Decimal(c.toString()).times(new Decimal(10).pow(e))),
        fc.constantFrom(new Decimal(0), new Decimal(-0), new Decimal(NaN), new Decimal(Infinity)),
      );
      const fitting: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(members.map((member) => [member, value]));
      const usual = {
        symbol: 'BTC/EUR',
        type: 'Limit',
        side: 'Buy',
        amount: dec('1'),
        price: dec('5'),
        id: 'q',
        fromCurrency: 'EUR',
        toCurrency: 'BTC',
        fromAmount: dec('2'),
        toAmount: dec('3'),
      };
      fc.assert(
        fc.property(fc.record(fitting, { requiredKeys: [] }), fc.boolean(), (params, helped) => {
          const given = helped ? { ...usual, ...params } : params;
          const picked = Object.fromEntries(
            members.filter((member) => Object.hasOwn(given, member)).map((member) => [member, (given as Record<string, unknown>)[member]]),
          );
          const text = fastWrite(shape, picked);
          const result = z.safeEncode(schema, picked);
          if (text !== undefined) expect(result.success && stringifyJson(result.data)).toBe(text);
        }),
        { numRuns: 500 },
      );
      const example = z.safeEncode(
        schema,
        Object.fromEntries(members.map((member) => [member, (usual as Record<string, unknown>)[member]])),
      );
      // A quote takes only one of its two amounts.
      expect(example.success).toBe(name !== 'quotes.request');
    },
  );

  it('writes path and query of every row by the quick way as by the schema, or not at all', () => {
    const value = fc.constantFrom<unknown>(
      'BTC/EUR',
      'Buy',
      '',
      'a b&c',
      '12',
      1,
      250,
      251,
      0,
      0.5,
      -1,
      2 ** 31,
      true,
      null,
      undefined,
      dec('0.1'),
    );
    let all = 0;
    let quick = 0;
    for (const { request } of Object.values<Operation>(exchange)) {
      for (const schema of [request.path, request.query]) {
        const shape = schema === undefined ? undefined : fastShapeOf(schema);
        if (schema === undefined || shape === undefined) continue;
        const members = Object.fromEntries(Object.keys((schema as z.ZodObject).shape).map((name) => [name, value]));
        fc.assert(
          fc.property(fc.record(members, { requiredKeys: [] }), (params) => {
            all++;
            const texts = fastTexts(shape, params);
            if (texts === undefined) return;
            quick++;
            const result = z.safeEncode(schema, params);
            expect(result.success).toBe(true);
            const encoded = Object.entries(result.data as object).filter(([, member]) => member !== undefined);
            expect(Object.entries(texts)).toEqual(
              encoded.map(([name, member]) => [name, member instanceof JsonNumber ? member.text : String(member)]),
            );
          }),
        );
      }
    }
    expect(quick / all, 'the quick way is taken often enough to mean something').toBeGreaterThan(1 / 100);
  });
});
