import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { JsonNumber, type JsonValue, parseJson, stringifyJson } from '../../src/base/json.ts';
import { exchange } from '../../src/contract/exchange.ts';
import { operation, type Operation, ROWS } from '../../src/contract/operation.ts';
import { canonical } from '../base/canonical.ts';

const rows: readonly (readonly [string, Operation])[] = Object.entries(exchange);

/** The same JSON with every number in one canonical form: `50000.00` and `50000` are one value. */
function comparable(value: JsonValue): unknown {
  if (value instanceof JsonNumber) return `number ${canonical(value.text)}`;
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value as Record<string, JsonValue>).map(([key, held]) => [key, comparable(held)]));
}

/** The members of an object schema, even when it has refinements. */
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
      if (schema instanceof z.ZodArray) {
        const wire = parseJson(stringifyJson(row.example.request[ROWS]));
        expect(comparable(parseJson(stringifyJson(z.encode(schema, z.decode(schema, wire as never)))))).toEqual(comparable(wire));
        return [ROWS];
      }
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
    // A fee quote is asked for by POST but changes nothing, so nothing is unknown when its answer is lost.
    expect(row.repeat === 'read').toBe(row.method === 'GET' || row.path.endsWith('/fee'));
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
    expect(once.toSorted()).toEqual([
      'conversions.execute',
      'depositAddresses.create',
      'depositAddressesV1.create',
      'orders.place',
      'orders.replace',
      'vibanDeposits.create',
      'wireDeposits.create',
      'withdrawalBatches.confirm',
      'withdrawalBatches.validate',
      'withdrawals.create',
      'withdrawalsV1.create',
    ]);
  });

  it('gives a row back as it is, with its types', () => {
    const row = operation({ ...exchange['orders.cancel'] });
    expect(row).toEqual(exchange['orders.cancel']);
  });
});
