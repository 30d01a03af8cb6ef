import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { JsonNumber, type JsonValue, parseJson, stringifyJson } from '../../src/base/json.ts';
import { exchange } from '../../src/contract/exchange.ts';
import { operation, type Operation } from '../../src/contract/operation.ts';
import { canonical } from '../base/canonical.ts';

const rows: readonly (readonly [string, Operation])[] = Object.entries(exchange);

/** The same JSON with every number in one canonical form: `50000.00` and `50000` are one value. */
function comparable(value: JsonValue): unknown {
  if (value instanceof JsonNumber) return `number ${canonical(value.text)}`;
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value as Record<string, JsonValue>).map(([key, held]) => [key, comparable(held)]));
}

/** The members of an object schema, whatever has been refined on it. */
function membersOf(schema: z.ZodType | undefined): readonly string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

/** A member of a request as JSON: a number where the schema reads one, else text. */
function wireMember(schema: z.ZodType, text: string): JsonValue {
  const number = /^-?\d/.test(text) ? new JsonNumber(text) : text;
  return z.safeDecode(schema, number).success ? number : text;
}

describe.each(rows)('%s', (_name, row) => {
  it('decodes the reply of its example and writes the same one', () => {
    if (row.example.reply === '') {
      expect(z.safeDecode(row.reply.body, undefined).success).toBe(true);
      return;
    }
    const reply = parseJson(row.example.reply);
    const decoded = z.decode(row.reply.body, reply);
    const written = parseJson(stringifyJson(z.encode(row.reply.body, decoded)));
    expect(comparable(written)).toEqual(comparable(reply));
  });

  it('takes the request of its example, each parameter in exactly one place', () => {
    const { path, query, body } = row.request;
    const used = [path, query, body].flatMap((schema) => {
      if (!(schema instanceof z.ZodObject)) return [];
      const members = membersOf(schema).filter((member) => member in row.example.request);
      const wire = Object.fromEntries(
        members.map((member) => [member, wireMember(schema.shape[member] as z.ZodType, row.example.request[member] as string)]),
      );
      const decoded = z.decode(schema, wire);
      expect(comparable(parseJson(stringifyJson(z.encode(schema, decoded))))).toEqual(comparable(wire));
      return members;
    });
    expect(used.toSorted()).toEqual(Object.keys(row.example.request).toSorted());
  });

  it('names in its path exactly the parameters that stand there', () => {
    const named = [...row.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
    expect(named.toSorted()).toEqual([...membersOf(row.request.path)].toSorted());
  });

  it('sends no body with a GET, and repeats no money request (000 Common conventions 4)', () => {
    expect(row.method === 'GET' && row.request.body !== undefined).toBe(false);
    expect(row.repeat === 'read').toBe(row.method === 'GET');
  });

  it('says where in the specification it stands', () => {
    expect(row.section).toMatch(/^000 [A-Z]/);
    expect(row.about).not.toBe('');
    expect(row.path).toMatch(/^\/v[12]\//);
  });
});

describe('the table', () => {
  it('has each method and path once', () => {
    const routes = rows.map(([, row]) => `${row.method} ${row.path}`);
    expect(new Set(routes).size).toBe(routes.length);
  });

  it('repeats none of the requests that move money or risk', () => {
    const once = rows.filter(([, row]) => row.repeat === 'never').map(([name]) => name);
    expect(once.toSorted()).toEqual(['conversions.execute', 'orders.place', 'orders.replace']);
  });

  it('gives a row back as it is, with its types', () => {
    const row = operation({ ...exchange['orders.cancel'] });
    expect(row).toEqual(exchange['orders.cancel']);
  });
});

describe('requests', () => {
  const problems = (schema: z.ZodType, body: string): string[] =>
    (z.safeDecode(schema, parseJson(body)).error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`);

  it('of an order need a price when it is a limit order (000 Spot trading)', () => {
    const { body } = exchange['orders.place'].request;
    expect(problems(body!, '{"symbol":"BTC/EUR","type":"Market","side":"Buy","amount":1}')).toEqual([]);
    expect(problems(body!, '{"symbol":"BTC/EUR","type":"Limit","side":"Buy","amount":1}')).toEqual([
      'price: is required for a Limit order',
    ]);
  });

  it('of an order name each field that is wrong', () => {
    const { body } = exchange['orders.place'].request;
    expect(problems(body!, '{"symbol":"BTC","type":"Stop","side":"buy","amount":0}')).toEqual([
      'symbol: expected BASE/QUOTE, like BTC/EUR',
      'type: expected Market or Limit',
      'side: expected Buy or Sell',
      'amount: must be greater than 0',
    ]);
  });

  it('of a quote have exactly one of the two amounts (000 Conversion)', () => {
    const { body } = exchange['quotes.request'].request;
    const quote = (amounts: string): string[] => problems(body!, `{"fromCurrency":"EUR","toCurrency":"BTC"${amounts}}`);
    expect(quote(',"fromAmount":1')).toEqual([]);
    expect(quote(',"toAmount":1')).toEqual([]);
    for (const amounts of ['', ',"fromAmount":1,"toAmount":1']) expect(quote(amounts)).toEqual([expect.stringContaining('exactly one')]);
  });

  it('of a book ask for 1 to 250 levels (000 Limits)', () => {
    const { query } = exchange['book.get'].request;
    for (const depth of [1, 250]) expect(problems(query!, `{"depth":${depth}}`)).toEqual([]);
    for (const depth of [0, 251, -1]) expect(problems(query!, `{"depth":${depth}}`)).toEqual(['depth: must be 1 to 250']);
  });
});

describe('replies', () => {
  it('keep ids above 2^53 and every digit of an amount', () => {
    const body = '{"id":9223372036854775807,"symbol":"BTC/EUR","type":"Limit","side":"Buy","amount":0.10000000000000000001,"price":1e-8}';
    const order = z.decode(exchange['orders.place'].reply.body, parseJson(body) as never);
    expect(order.id).toBe('9223372036854775807');
    expect(order.amount.toFixed()).toBe('0.10000000000000000001');
    expect(order.price?.toFixed()).toBe('0.00000001');
  });

  it('read a conversion’s id as an object, a number or a text (000 Conversion: the shape is not shown)', () => {
    const { body } = exchange['conversions.execute'].reply;
    for (const text of ['{"id":51234}', '{"id":"51234"}', '51234', '"51234"']) {
      expect(z.decode(body, parseJson(text) as never), text).toEqual({ id: '51234' });
    }
  });

  it('are refused when a needed field is missing or of another kind', () => {
    const { body } = exchange['book.get'].reply;
    for (const text of ['{}', '{"bids":[[1]],"asks":[],"timestamp":1}', '{"bids":[["1","2"]],"asks":[],"timestamp":1}', '[]', '"x"']) {
      expect(z.safeDecode(body, parseJson(text) as never).success, text).toBe(false);
    }
  });
});
