import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { stringifyJson } from '../../src/base/json.ts';
import { allOperations } from '../../src/contract/contract.ts';
import { openApiOf } from '../../src/contract/openApi.ts';
import type { InterfaceName } from '../../src/contract/operation.ts';

const INTERFACES: readonly InterfaceName[] = ['exchange', 'processing', 'hostedPage'];

interface Document {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string; readonly description: string }>>>>;
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

test('the validator refuses a document that is wrong', { tags: 'long' }, async () => {
  const broken = { ...documentOf('exchange'), paths: { '/x': { get: { responses: 'none' } } } };
  expect(await new Validator().validate(broken)).toMatchObject({ valid: false });
});
