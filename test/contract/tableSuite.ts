import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { JsonNumber, type JsonValue, parseJson, stringifyJson } from '../../src/base/json.ts';
import type { Operation } from '../../src/contract/operation.ts';
import { canonical } from '../base/canonical.ts';

/** What must hold for every row of a table, whatever it is about. */
export function tableSuite(table: object, document: string): void {
  const rows = Object.entries(table as Readonly<Record<string, Operation>>);

  describe.each(rows)('%s', (_name, row) => {
    it('decodes the reply of its example and writes the same one', () => {
      if (row.example.reply === '') {
        expect(z.safeDecode(row.reply.body, undefined).success).toBe(true);
        return;
      }
      const reply = parseJson(row.example.reply);
      const written = parseJson(stringifyJson(z.encode(row.reply.body, z.decode(row.reply.body, reply))));
      expect(comparable(written)).toEqual(comparable(reply));
    });

    it('takes the request of its example, each parameter in exactly one place', () => {
      const { path, query, body } = row.request;
      const used = [path, query, body].flatMap((schema) => {
        if (schema === undefined) return [];
        const members = membersOf(schema).filter((member) => member in row.example.request);
        const { shape } = schema as z.ZodObject<Record<string, z.ZodType>>;
        const wire = Object.fromEntries(members.map((member) => [member, wireMember(shape[member]!, row.example.request[member])]));
        expect(comparable(parseJson(stringifyJson(z.encode(schema, z.decode(schema, wire)))))).toEqual(comparable(wire));
        return members;
      });
      expect(used.toSorted()).toEqual(Object.keys(row.example.request).toSorted());
    });

    it('names in its path exactly the parameters that stand there, and sends no body with a GET', () => {
      const named = [...row.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
      expect(named.toSorted()).toEqual([...membersOf(row.request.path)].toSorted());
      expect(row.method === 'GET' && row.request.body !== undefined).toBe(false);
    });

    it('says where in the specification it stands', () => {
      expect(row.section.startsWith(`${document} `)).toBe(true);
      expect(row.about).not.toBe('');
    });
  });

  it('has each method and path once', () => {
    const routes = rows.map(([, row]) => `${row.method} ${row.path}`);
    expect(new Set(routes).size).toBe(routes.length);
  });
}

function membersOf(schema: z.ZodType | undefined): readonly string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

/** A member of a request as JSON: texts of digits are numbers where the schema reads numbers. */
function wireMember(schema: z.ZodType, value: unknown): JsonValue {
  const asText = parseJson(JSON.stringify(value));
  return z.safeDecode(schema, asText).success ? asText : withNumbers(asText);
}

function withNumbers(value: JsonValue): JsonValue {
  if (typeof value === 'string') return /^-?\d+(?:\.\d+)?$/.test(value) ? new JsonNumber(value) : value;
  if (Array.isArray(value)) return value.map(withNumbers);
  if (typeof value !== 'object' || value === null || value instanceof JsonNumber) return value;
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, withNumbers(held)]));
}

/** The same JSON with every number in one canonical form, and without members that are null. */
function comparable(value: JsonValue): unknown {
  if (value instanceof JsonNumber) return `number ${canonical(value.text)}`;
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value !== 'object' || value === null) return value;
  const held = Object.entries(value as Record<string, JsonValue>).filter(([, member]) => member !== null);
  return Object.fromEntries(held.map(([key, member]) => [key, comparable(member)]));
}
