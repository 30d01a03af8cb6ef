import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseJson, stringifyJson } from '../../src/base/json.ts';
import { allOperations } from '../../src/contract/contract.ts';
import { exampleTexts } from '../../src/contract/exampleTexts.ts';
import { fieldsOf } from '../../src/contract/fields.ts';
import type { Operation } from '../../src/contract/operation.ts';
import { parameterDecoder } from '../../src/simulator/requestParameters.ts';

/** The body of a row's example as JSON, without any white space. */
function exampleBody(row: Operation): Record<string, unknown> {
  const texts = exampleTexts(row);
  const fields = fieldsOf(row).filter(({ name, part }) => part === 'body' && texts[name] !== undefined);
  return Object.fromEntries(fields.map(({ name, schema }) => [name, isText(schema.type) ? texts[name] : parseJson(texts[name]!)]));
}

function isText(type: string | readonly string[] | undefined): boolean {
  return [type].flat().includes('string');
}

const BODIES = allOperations().filter(
  ({ row }) =>
    row.method !== 'GET' && row.request.path === undefined && row.request.body !== undefined && fieldsOf(row)[0]?.name !== 'rows',
);

describe.each(BODIES)('the body of $name', ({ row }) => {
  const decode = parameterDecoder(row);
  const outcome = (body: string): unknown => decode({ path: {}, query: '', body });
  // A blank makes it take the path through the exact parser and the schema.
  const exactly = (body: string): unknown => outcome(`${body} `);

  test('is read the quick way as by the schema', () => {
    const body = stringifyJson(exampleBody(row));
    expect(outcome(body)).toEqual(exactly(body));
    expect(outcome(body)).toMatchObject({ type: 'decoded' });
  });

  test('is read or refused alike when members are missing, twice, null, or something else', () => {
    const example = exampleBody(row);
    const odd = fc.constantFrom('null', '""', '"x"', '0', '-1', '1.50', '1e3', '12345678901234567890', 'true', '[]', '{}', '"\\u0041"');
    const members = Object.entries(example).map(([name, given]) =>
      fc.oneof(
        { weight: 4, arbitrary: fc.constant(`${JSON.stringify(name)}:${stringifyJson(given)}`) },
        odd.map((text) => `${JSON.stringify(name)}:${text}`),
        fc.constant(undefined),
      ),
    );
    const extra = fc.option(
      odd.map((text) => `"other":${text}`),
      { nil: undefined },
    );
    fc.assert(
      fc.property(fc.tuple(...members, extra), fc.boolean(), (parts, isRepeated) => {
        const given = parts.filter((part) => part !== undefined);
        const body = `{${[...given, ...(isRepeated ? given.slice(0, 1) : [])].join(',')}}`;
        expect(outcome(body)).toEqual(exactly(body));
      }),
      { numRuns: 60 },
    );
  });
});

test('what stands in the query counts, and leaves the quick way (000 Common conventions 4)', () => {
  const { row } = allOperations().find(({ name }) => name === 'exchange.orders.place')!;
  const body = '{"symbol":"BTC/EUR","type":"Limit","side":"Buy","amount":0.001,"price":1000}';
  expect(parameterDecoder(row)({ path: {}, query: 'side=Sell', body })).toMatchObject({
    type: 'decoded',
    parameters: { side: 'Sell', symbol: 'BTC/EUR' },
  });
});
