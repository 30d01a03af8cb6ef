import type { JsonSchema } from './jsonSchema.ts';
import type { InterfaceName } from './operation.ts';
import { VALIDATION_TITLE } from './refusal.ts';

/** A way in which any operation of an interface may be refused. */
export interface GeneralRefusal {
  readonly status: number;
  /** A sentence. */
  readonly when: string;
  /** Absent where there is no body. */
  readonly body?: JsonSchema;
}

/** The bodies of 000 Errors, by the names under which the documents refer to them. */
export const REFUSAL_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Refusal: object(['code', 'message'], {
    code: { type: 'string' },
    message: { type: 'string' },
    errors: { type: 'object' },
  }),
  FieldErrors: object(['errors', 'type', 'title', 'status', 'traceId'], {
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
    type: { type: 'string', format: 'uri' },
    title: { type: 'string', const: VALIDATION_TITLE },
    status: { type: 'integer', format: 'int32' },
    traceId: { type: 'string' },
  }),
  Message: object(['message'], { message: { type: 'string' } }),
};

const EMPTY_401: GeneralRefusal = { status: 401, when: 'Key, signature or timestamp is not valid; the body is empty.' };

/** 000 Errors 1 to 6. 001 has the same statuses and does not show the bodies: docs/assumptions.md has what was decided. */
const OBJECTS: readonly GeneralRefusal[] = [
  {
    status: 400,
    when: 'A parameter is missing or wrong, or the request is not allowed.',
    body: { anyOf: [named('Refusal'), named('FieldErrors')] },
  },
  EMPTY_401,
  { status: 404, when: 'Something that the request names is not known.', body: named('Message') },
  { status: 500, when: 'An unexpected failure.', body: named('Refusal') },
];

/** 002 Errors. */
const LISTS: readonly GeneralRefusal[] = [
  { status: 401, when: 'The token is not valid, or it has expired; the body is empty.' },
  {
    status: 422,
    when: 'A field is missing or wrong.',
    body: listOf({ context: object(['propertyPath'], { propertyPath: { type: 'string' } }) }),
  },
  { status: 500, when: 'An unexpected failure.', body: listOf({}) },
];

export const GENERAL_REFUSALS: Readonly<Record<InterfaceName, readonly GeneralRefusal[]>> = {
  exchange: OBJECTS,
  processing: OBJECTS,
  hostedPage: LISTS,
};

function listOf(more: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const properties = { code: { type: 'string' }, message: { type: 'string' }, ...more };
  return { type: 'array', items: object(Object.keys(properties), properties) };
}

function object(required: readonly string[], properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return { type: 'object', required, properties };
}

function named(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}
