import { allOperations } from './contract.ts';
import { fieldsOf } from './fields.ts';
import { REFUSAL_SCHEMAS } from './generalRefusals.ts';
import { type JsonSchema, jsonSchemaOf } from './jsonSchema.ts';
import { type InterfaceName, type Operation, ROWS } from './operation.ts';
import { responsesOf } from './responsesOf.ts';
import { wireExample } from './wireExample.ts';

/** Title and way of signing, for each interface. */
const ABOUT: Readonly<Record<InterfaceName, { readonly title: string; readonly security: readonly string[] }>> = {
  exchange: { title: 'Exchange account', security: ['apiKey', 'signature', 'timestamp'] },
  processing: { title: 'Crypto payment processing', security: ['apiKey', 'signature', 'timestamp'] },
  hostedPage: { title: 'Hosted payment page', security: ['bearer'] },
};

const HEADER_PREFIX: Readonly<Record<InterfaceName, string>> = { exchange: 'SVC', processing: 'PROC', hostedPage: '' };

/** The OpenAPI 3.1 document of one interface, derived from its rows. `version` is the program's. */
export function openApiOf(name: InterfaceName, version: string): Readonly<Record<string, unknown>> {
  const paths: Record<string, Record<string, unknown>> = {};
  const areas = new Set<string>();
  for (const { interface: owner, key, row } of allOperations()) {
    if (owner !== name) continue;
    const [area = ''] = key.split('.');
    areas.add(area);
    (paths[row.path] ??= {})[row.method.toLowerCase()] = operationObject(name, key, area, row);
  }
  return {
    openapi: '3.1.1',
    info: {
      title: ABOUT[name].title,
      version,
      description: `Derived from the contract table of sluice. Numbers are exact decimals; 64-bit ids are integers.`,
    },
    servers: [{ url: 'http://127.0.0.1:7718', description: 'sluice simulator --port 7718' }],
    tags: [...areas].map((area) => ({ name: area, description: `Operations on ${spaced(area)}.` })),
    security: [Object.fromEntries(ABOUT[name].security.map((scheme) => [scheme, []]))],
    paths,
    components: { securitySchemes: securitySchemes(name), ...(name === 'hostedPage' ? {} : { schemas: REFUSAL_SCHEMAS }) },
  };
}

function operationObject(name: InterfaceName, key: string, area: string, row: Operation): Readonly<Record<string, unknown>> {
  const parameters = fieldsOf(row)
    .filter(({ part }) => part !== 'body')
    .map(({ name: field, part, required, schema }) => ({
      name: field,
      in: part,
      required: part === 'path' || required,
      description: `${spaced(field)}.`,
      schema: withoutNull(schema),
    }));
  return {
    operationId: key.replace('.', '_'),
    summary: row.about,
    description: `${row.section}.${row.obsolete === undefined ? '' : ` Obsolete: ${row.obsolete}.`} ${REPEAT_TEXT[row.repeat]}`,
    tags: [area],
    ...(row.obsolete === undefined ? {} : { deprecated: true }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...bodyObject(row),
    responses: responsesOf(name, row),
  };
}

const REPEAT_TEXT: Readonly<Record<Operation['repeat'], string>> = {
  read: 'It changes nothing and may be repeated.',
  idempotent: 'It may be repeated: twice does what once does.',
  never: 'It may move money or risk: it must not be repeated when its answer is lost.',
};

function bodyObject(row: Operation): Readonly<Record<string, unknown>> {
  const { body } = row.request;
  if (body === undefined) return {};
  const names = fieldsOf(row)
    .filter(({ part }) => part === 'body')
    .map(({ name }) => name);
  const given = Object.entries(row.example.request).filter(([name]) => names.includes(name));
  const example = names[0] === ROWS ? row.example.request[ROWS] : Object.fromEntries(given);
  const schema = jsonSchemaOf(body);
  return {
    requestBody: {
      required: schema.type === 'array' || (schema.required ?? []).length > 0,
      content: { 'application/json': { schema, example: wireExample(example, schema) } },
    },
  };
}

function securitySchemes(name: InterfaceName): Readonly<Record<string, unknown>> {
  if (name === 'hostedPage')
    return {
      bearer: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'JWT',
        description: 'HS256 with `exp` and `user_uuid` (002 Authentication).',
      },
    };
  const header = (suffix: string, description: string): unknown => ({
    type: 'apiKey',
    in: 'header',
    name: `${HEADER_PREFIX[name]}-API-${suffix}`,
    description,
  });
  return {
    apiKey: header('KEY', 'The API key.'),
    signature: header('SIGN', 'Base64 HMAC-SHA256 over timestamp, method, path and content hash.'),
    timestamp: header('TIMESTAMP', 'Milliseconds since the Unix epoch, within 60 s of the venue.'),
  };
}

function withoutNull(schema: JsonSchema): JsonSchema {
  const { type, enum: choices } = schema;
  if (type === undefined || typeof type === 'string') return schema;
  const types = type.filter((name) => name !== 'null');
  const [only] = types;
  return {
    ...schema,
    type: types.length === 1 && only !== undefined ? only : types,
    ...(choices === undefined ? {} : { enum: choices.filter((choice) => choice !== null) }),
  };
}

/** Turns `depositAddresses` into `deposit addresses`. */
function spaced(name: string): string {
  return name.replaceAll(/([a-z\d])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`);
}
