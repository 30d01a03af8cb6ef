import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { stringifyJson } from '../../src/base/json.ts';
import { allOperations } from '../../src/contract/contract.ts';
import { hostedPage } from '../../src/contract/hostedPage.ts';
import { type JsonSchema, jsonSchemaOf } from '../../src/contract/jsonSchema.ts';
import { openApiOf } from '../../src/contract/openApi.ts';
import type { InterfaceName } from '../../src/contract/operation.ts';
import { uuid } from '../../src/contract/processing/intentFields.ts';

const INTERFACES: readonly InterfaceName[] = ['exchange', 'processing', 'hostedPage'];

interface Document {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

interface DocumentedOperation {
  readonly operationId: string;
  readonly description: string;
  readonly requestBody?: { readonly required: boolean };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: JsonContent }>>;
}

interface JsonContent {
  readonly 'application/json': { readonly schema: JsonSchema };
}

const documentOf = (name: InterfaceName): Document => JSON.parse(stringifyJson(openApiOf(name, '1.0.0'))) as Document;

test.each(INTERFACES)('the document of %s is valid OpenAPI 3.1 by an independent validator', { tags: 'long' }, async (name) => {
  const validator = new Validator();
  const result = await validator.validate(documentOf(name) as unknown as Record<string, unknown>);
  expect(result).toMatchObject({ valid: true });
  expect([validator.version, documentOf(name).openapi]).toEqual(['3.1', '3.1.1']);
});

test.each(INTERFACES)('the document of %s has every row once', (name) => {
  const written = Object.entries(documentOf(name).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${path}`),
  );
  const rows = allOperations().filter((operation) => operation.interface === name);
  expect(written.toSorted()).toEqual(rows.map(({ key, row }) => `${key.replace('.', '_')} ${row.method} ${row.path}`).toSorted());
});

test.each(INTERFACES)('every path parameter of %s is declared, and every declared one is in the path', (name) => {
  for (const [path, methods] of Object.entries(documentOf(name).paths)) {
    for (const operation of Object.values(methods) as readonly { readonly parameters?: readonly { name: string; in: string }[] }[]) {
      const declared = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name);
      expect(declared.toSorted()).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, found]) => found!).toSorted());
    }
  }
});

const operationsOf = (name: InterfaceName): readonly DocumentedOperation[] =>
  Object.values(documentOf(name).paths).flatMap((methods) => Object.values(methods));

test.each(['exchange', 'processing'] as const)('every operation of %s may be refused in the four ways of 000 Errors', (name) => {
  const { components } = documentOf(name);
  for (const { operationId, responses } of operationsOf(name)) {
    const schemas = Object.fromEntries(
      ['400', '401', '404', '500'].map((each) => [each, responses[each]?.content?.['application/json'].schema]),
    );
    expect(schemas, operationId).toEqual({
      400: { anyOf: [{ $ref: '#/components/schemas/Refusal' }, { $ref: '#/components/schemas/FieldErrors' }] },
      401: undefined,
      404: { $ref: '#/components/schemas/Message' },
      500: { $ref: '#/components/schemas/Refusal' },
    });
    expect(responses['401']!.description, operationId).toContain('the body is empty');
  }
  expect(components.schemas).toMatchObject({
    Refusal: { required: ['code', 'message'], properties: { code: {}, message: {}, errors: {} } },
    FieldErrors: { required: ['errors', 'type', 'title', 'status', 'traceId'] },
    Message: { required: ['message'] },
  });
});

test('every operation of the hosted page may be refused by a list (002 Errors)', () => {
  for (const { responses } of operationsOf('hostedPage')) {
    expect(Object.keys(responses).toSorted()).toEqual(['200', '401', '422', '500']);
    for (const status of ['422', '500']) {
      expect(responses[status]!.content!['application/json'].schema).toMatchObject({
        type: 'array',
        items: { required: expect.arrayContaining(['code', 'message']) as unknown },
      });
    }
  }
});

test('what a row says of a refusal stands before what holds for all of them', () => {
  const { post } = documentOf('exchange').paths['/v1/withdrawals/batches/{withdrawalBatchId}/confirmation']!;
  expect(post!.responses['404']!.description).toMatch(/^there is no such batch\. /);
});

test('a reply whose body is not shown has none in the document', () => {
  const { delete: cancel } = documentOf('exchange').paths['/v1/spot-trading/orders/{orderId}']!;
  expect(cancel!.responses['200']).toEqual({ description: 'Success. The specification does not show the body.' });
});

test('a body in which nothing is required may be left out', () => {
  const { paths } = documentOf('processing');
  expect(paths['/v1/payment-intents/search']!['post']!.requestBody!.required).toBe(false);
  expect(paths['/v2/payout-intents']!['post']!.requestBody!.required).toBe(true);
});

test.each([
  ['of 001', uuid],
  ['of a refund', hostedPage['refunds.submit'].request.body!.shape.refunds.element.shape.transaction_id],
])('a pattern takes what the schema takes: a UUID %s in either case', (_, schema) => {
  const { pattern } = jsonSchemaOf(schema);
  for (const text of ['0f8fad5b-d9cb-469f-a165-70867728950e', '0F8FAD5B-D9CB-469F-A165-70867728950E']) {
    expect(schema.safeParse(text).success).toBe(true);
    expect(text).toMatch(new RegExp(String(pattern)));
  }
});

test.each(INTERFACES)('no schema of %s has a type that its own choices exclude', (name) => {
  const faulty: unknown[] = [];
  JSON.stringify(documentOf(name), (_, value: unknown) => {
    const { type, enum: choices, const: only } = (value ?? {}) as { type?: unknown; enum?: readonly unknown[]; const?: unknown };
    if (only !== undefined && Array.isArray(type)) faulty.push(value);
    if (choices !== undefined && Array.isArray(type) && type.includes('null') !== choices.includes(null)) faulty.push(value);
    return value;
  });
  expect(faulty).toEqual([]);
});

test('the validator refuses a document that is wrong', { tags: 'long' }, async () => {
  const broken = { ...documentOf('exchange'), paths: { '/x': { get: { responses: 'none' } } } };
  expect(await new Validator().validate(broken)).toMatchObject({ valid: false });
});
