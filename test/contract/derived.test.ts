import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { dec } from '../../src/base/decimal.ts';
import { stringifyJson } from '../../src/base/json.ts';
import { allOperations } from '../../src/contract/contract.ts';
import { exchange } from '../../src/contract/exchange.ts';
import { fieldsOf, typeText } from '../../src/contract/fields.ts';
import { jsonSchemaOf } from '../../src/contract/jsonSchema.ts';
import { openApiOf } from '../../src/contract/openApi.ts';
import type { Operation } from '../../src/contract/operation.ts';
import { exampleTexts } from '../../src/contract/exampleTexts.ts';
import { paramsFromText } from '../../src/contract/paramsFromText.ts';
import { referenceOf } from './reference.ts';

const place = exchange['orders.place'] as Operation;

describe('json schema of a row', () => {
  it('gives each kind of the wire its type, and says once what may be absent or null', () => {
    const { properties, required } = jsonSchemaOf(exchange['orders.place'].reply.body);
    expect(properties).toMatchObject({
      id: { type: 'integer', format: 'int64' },
      amount: { type: 'number', format: 'decimal' },
      initialAmount: { type: ['number', 'null'], format: 'decimal' },
      openTime: { type: ['string', 'null'], format: 'date-time' },
      side: { type: 'string', enum: ['Buy', 'Sell'] },
    });
    expect(required).toEqual(['id', 'symbol', 'type', 'side', 'amount']);
  });

  it('takes null where a single value or null is taken', () => {
    const { properties } = jsonSchemaOf(
      z.object({ kind: z.literal('wire').nullish(), state: z.enum(['a', 'b']).nullish(), only: z.literal(1) }),
    );
    expect(properties).toEqual({
      kind: { type: ['string', 'null'], enum: ['wire', null] },
      state: { type: ['string', 'null'], enum: ['a', 'b', null] },
      only: { type: 'number', const: 1 },
    });
  });
});

it('docs/simulator.md says how many rows there are', () => {
  const page = readFileSync(new URL('../../docs/simulator.md', import.meta.url), 'utf8');
  expect(page).toContain(`lists them, ${allOperations().length} in all`);
});

describe('fields of a row', () => {
  it('names part, type and whether it is required', () => {
    expect(fieldsOf(place).map(({ name, part, required, type }) => [name, part, required, type])).toEqual([
      ['symbol', 'body', true, 'text'],
      ['type', 'body', true, 'Market or Limit'],
      ['side', 'body', true, 'Buy or Sell'],
      ['amount', 'body', true, 'decimal'],
      ['price', 'body', false, 'decimal'],
    ]);
  });

  it('says of a value that may be of two kinds that it is either', () => {
    expect(typeText({ anyOf: [{ type: 'integer', format: 'int64' }, { type: 'string' }] })).toBe('id or text');
  });
});

describe('parameters from texts', () => {
  it('keeps every digit of an amount and every digit of an id', () => {
    const price = '0.1234567890123456789012345678901234567';
    expect(paramsFromText('orders.place', place, { symbol: 'BTC/EUR', type: 'Limit', side: 'Buy', amount: '0.001', price })).toEqual({
      symbol: 'BTC/EUR',
      type: 'Limit',
      side: 'Buy',
      amount: dec('0.001'),
      price: dec(price),
    });
    expect(paramsFromText('orders.cancel', exchange['orders.cancel'] as Operation, { orderId: '9223372036854775807' })).toEqual({
      orderId: '9223372036854775807',
    });
  });

  it('reads a time of a query', () => {
    expect(paramsFromText('orders.list', exchange['orders.list'] as Operation, { from: '2026-11-20T10:00:00Z' })).toEqual({
      from: Date.UTC(2026, 10, 20, 10),
    });
  });

  it.each([
    [{ symbol: 'BTC/EUR', type: 'Limit', side: 'Buy', amount: 'abc', price: '1' }, /amount/],
    [{ symbol: 'BTCEUR', type: 'Limit', side: 'Buy', amount: '1', price: '1' }, /symbol: expected BASE\/QUOTE/],
    [{ symbol: 'BTC/EUR', type: 'Limit', side: 'Buy', amount: '1' }, /price: is required/],
    [{ symbol: 'BTC/EUR', type: 'Limit', side: 'buy', amount: '1', price: '1' }, /side: expected Buy or Sell/],
    [{ symbol: 'BTC/EUR', type: 'Limit', side: 'Buy', amount: '0', price: '1' }, /amount: must be greater than 0/],
    [{ amuont: '1' }, /no parameter amuont; it has symbol, type/],
  ])('names the bad field of %j', (texts, message) => {
    expect(() => paramsFromText('orders.place', place, texts as unknown as Record<string, string>)).toThrow(message);
  });

  it.each([
    ['withdrawals.create', { beneficiary: '{"firstName":"A"}' }, 'beneficiary.lastName: is required'],
    ['withdrawals.create', { beneficiary: '{' }, 'beneficiary: expected JSON, not {'],
    [
      'withdrawalBatches.validate',
      { rows: '[{"currency":"BTC","amount":0}]' },
      'rows[0].networkCode: is required; rows[0].amount: must be',
    ],
    ['withdrawalBatches.validate', { rows: '[]' }, 'rows: must have at least one row'],
    ['withdrawalBatches.validate', { rows: '[{' }, 'rows: expected JSON, not [{'],
    ['withdrawalBatches.validate', { rows: 'null' }, 'rows: '],
    ['orders.cancel', {}, 'orderId: is required'],
  ] as const)('names the member that is wrong within a value of %s: %j', (name, changes, message) => {
    const row = exchange[name] as Operation;
    const texts = name === 'orders.cancel' ? changes : { ...exampleTexts(row), ...changes };
    expect(() => paramsFromText(name, row, texts)).toThrow(message);
  });

  it.each(allOperations())('reads the example of $name', ({ name, row }) => {
    const texts = exampleTexts(row);
    expect(Object.keys(paramsFromText(name, row, texts))).toEqual(expect.arrayContaining(Object.keys(texts)));
  });
});

describe('documents derived from the table', () => {
  const interfaces = [...new Set(allOperations().map((operation) => operation.interface))];

  it.each(interfaces)('openapi of %s has every row once, with an id of its own', (name) => {
    const { paths } = JSON.parse(stringifyJson(openApiOf(name, '1.2.3'))) as {
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    const ids = Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));
    const rows = allOperations().filter((operation) => operation.interface === name);
    expect(new Set(ids)).toEqual(new Set(rows.map(({ key }) => key.replace('.', '_'))));
    expect(ids).toHaveLength(rows.length);
  });

  it.each(interfaces)('the reference page of %s is current (else: npx vitest run test/contract/derived.test.ts -u)', async (name) => {
    await expect(referenceOf(name)).toMatchFileSnapshot(`../../docs/reference/${name}.md`);
  });
});
