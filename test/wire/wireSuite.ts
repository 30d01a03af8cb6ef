import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { dec, isDecimal } from '../../src/base/decimal.ts';
import { type JsonNumber, jsonForPeople, parseJson, stringifyJson } from '../../src/base/json.ts';
import { fieldIssueOf } from '../../src/contract/fieldIssue.ts';
import { type Operation, ROWS } from '../../src/contract/operation.ts';

import type { WireMessages } from './message.ts';

/** Compares a table with messages that were written by hand from the specification. */
export function wireSuite(table: object, messages: readonly WireMessages[]): void {
  const rows = table as Readonly<Record<string, Operation>>;

  test('every row has messages written by hand', () => {
    expect(messages.map(({ operation }) => operation).toSorted()).toEqual(Object.keys(rows).toSorted());
  });

  describe.each(messages)('$operation ($section)', ({ operation, requests, replies, unreadable = [], wrong = [] }) => {
    const row = rows[operation]!;

    test.each(requests)('asks: $line $query $body', ({ line, query = '', body, parameters }) => {
      expect(`${row.method} ${pathOf(row, parameters)}`).toBe(line);
      expect(queryOf(row, parameters)).toBe(query);
      const schema = row.request.body;
      expect(schema === undefined).toBe(body === undefined);
      if (schema === undefined || body === undefined) return;
      expect(stringifyJson(z.encode(schema, typed(schema, parameters)))).toBe(body);
      // Decoding what was sent gives the same parameters again.
      expect(readable(schema.decode(parseJson(body)))).toEqual(pick(schema, parameters));
    });

    test.each(replies)('is answered: $about', ({ status, body, says }) => {
      expect(row.reply.status).toBe(status);
      if (body === '') {
        expect(z.safeDecode(row.reply.body, undefined).success).toBe(true);
        return;
      }
      const reply = row.reply.body.decode(parseJson(body));
      expect(readable(reply)).toEqual(says);
      // Encoding it again loses no digit and adds no member.
      const again = row.reply.body.decode(parseJson(stringifyJson(z.encode(row.reply.body, reply))));
      expect(readable(again)).toEqual(says);
    });

    test.each(unreadable.map((body) => ({ body })))('does not take for an answer: $body', ({ body }) => {
      expect(() => row.reply.body.decode(parseJson(body))).toThrow(Error);
    });

    test.each(wrong)('refuses $field: $json', ({ where, json, field }) => {
      const result = row.request[where]!.safeDecode(parseJson(json));
      expect((result.error?.issues ?? []).map((issue) => fieldIssueOf(issue, undefined).field)).toEqual([field]);
    });
  });
}

/** Every placeholder is filled in and percent-encoded, including the slash of a symbol (000 Spot trading, orderbook). */
function pathOf(row: Operation, parameters: Readonly<Record<string, unknown>>): string {
  return row.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(parameters[name])));
}

function queryOf(row: Operation, parameters: Readonly<Record<string, unknown>>): string {
  if (row.request.query === undefined) return '';
  const encoded = z.encode(row.request.query, typed(row.request.query, parameters)) as Record<string, JsonNumber | string | undefined>;
  const entries = Object.entries(encoded).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(String(value))}`],
  );
  return entries.join('&');
}

/** The members that the schema names. For a body that is a list, the rows. */
function pick(schema: z.ZodType, parameters: Readonly<Record<string, unknown>>): unknown {
  if (schema instanceof z.ZodArray) return parameters[ROWS];
  const names = Object.keys((schema as z.ZodObject).shape);
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => names.includes(name)));
}

/** The parameters with Decimals where the schema's fields are decimals. */
function typed(schema: z.ZodType, parameters: Readonly<Record<string, unknown>>): unknown {
  if (schema instanceof z.ZodArray) {
    return (parameters[ROWS] as Readonly<Record<string, unknown>>[]).map((row) => typed(schema.element as z.ZodType, row));
  }
  const { shape } = schema as z.ZodObject<Record<string, z.ZodType>>;
  return Object.fromEntries(
    Object.entries(pick(schema, parameters) as Record<string, unknown>).map(([name, value]) => {
      const takesDecimal = shape[name]!.safeEncode(dec(1)).success;
      return [name, takesDecimal && typeof value === 'string' ? dec(value) : value];
    }),
  );
}

/** Money and ids as text, absent members left out. */
function readable(value: unknown): unknown {
  if (isDecimal(value)) return value.toFixed();
  const text = jsonForPeople(value) as string | undefined;
  return text === undefined ? undefined : (JSON.parse(text) as unknown);
}
