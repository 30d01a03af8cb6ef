import { Fault, messageOf } from '../base/fault.ts';
import { JsonNumber, type JsonValue, parseJson } from '../base/json.ts';
import { shownValue } from '../base/shownValue.ts';
import type { RawMethod } from '../client/interfaceClient.ts';
import type { PreparedRequest } from '../client/prepare.ts';
import type { NamedOperation } from '../contract/contract.ts';
import { type JsonSchema, jsonSchemaOf } from '../contract/jsonSchema.ts';
import type { InterfaceName } from '../contract/operation.ts';
import { confirm } from './confirm.ts';
import type { ApiReply, ApiRequest } from '../daemon/sendApiRequest.ts';
import { type PreviewAccess, previewAccess } from './previewAccess.ts';
import { assertMayChange, withInterface } from './interfaceDoor.ts';
import { printJson } from './print.ts';
import type { Shell } from './shell.ts';

/**
 * Calls a row and prints its reply, with money and ids as text. With `--dry-run` it prints the request and sends nothing. A
 * running daemon sends it, so that there is one sender and one rate budget.
 */
export async function callOperation(
  shell: Shell,
  { interface: name, key, row }: NamedOperation,
  texts: Readonly<Record<string, string>>,
  params: Record<string, unknown>,
): Promise<void> {
  if (shell.options.dryRun) return printPreview(shell, name, ({ prepare }) => prepare(key, params));
  const { bytes, status } = await sent(shell, { interface: name, operation: key, params: texts }, row.repeat !== 'read');
  printBody(shell, bytes, status, jsonSchemaOf(row.reply.body));
}

/** Signs and sends any request, through a running daemon where there is one. */
export async function callRaw(
  shell: Shell,
  name: InterfaceName,
  method: RawMethod,
  target: string,
  body: string | undefined,
): Promise<void> {
  assertJson(body);
  if (shell.options.dryRun) {
    const [path = '', ...query] = target.split('?');
    return printPreview(shell, name, ({ url }) => ({
      method,
      path: `${basePathOf(url)}${path}`,
      query: query.join('?'),
      body: body ?? '',
    }));
  }
  const { bytes, status } = await sent(shell, { interface: name, method, target, body }, method !== 'GET');
  printBody(shell, bytes, status);
}

/** A request that can be nothing but a slip must not become a transfer of which nobody knows what came of it. */
function assertJson(body: string | undefined): void {
  if (body === undefined || body === '') return;
  try {
    parseJson(body);
  } catch (error) {
    throw new Fault('usage', `--body: expected JSON, not ${shownValue(body)} (${messageOf(error)})`, { outcome: 'not-sent' });
  }
}

function sent(shell: Shell, request: ApiRequest, changes: boolean): Promise<ApiReply> {
  return withInterface(shell, request.interface, async (door) => {
    if (changes) assertMayChange(shell, door);
    await agreeToMove(shell, request, () => assertMayChange(shell, door));
    return door.send(request, changes);
  });
}

/**
 * What takes money out or trades asks as commands do. What takes money out is refused where a policy is in force: a link by which a payer
 * claims a refund too, though it only reads.
 */
async function agreeToMove(shell: Shell, request: ApiRequest, assertLive: () => void): Promise<void> {
  const { moverOf } = await import('../daemon/takesOut.ts');
  const mover = moverOf(request);
  if (mover === undefined) return;
  assertLive();
  const { what, trades } = mover;
  if (!trades) {
    const { assertPolicyLets } = await import('./assertPolicyLets.ts');
    await assertPolicyLets(shell, what);
  }
  await confirm(shell, trades ? `${what} trades, past every check: send it?` : `${what} moves money: send it?`);
}

type Preview = Pick<PreparedRequest, 'method' | 'path' | 'query' | 'body'>;

async function printPreview(shell: Shell, name: InterfaceName, previewOf: (access: PreviewAccess) => Preview): Promise<void> {
  const access = await previewAccess(shell, name);
  try {
    printJson(shell, preview(access, previewOf(access)));
  } finally {
    await access.close();
  }
}

/** The request as it would be sent, with the signature masked. */
function preview({ url, shownHeaders }: PreviewAccess, { method, path, query, body }: Preview) {
  const target = `${url === '' ? '' : new URL(url).origin}${path}${query === '' ? '' : `?${query}`}`;
  const headers = { ...shownHeaders, ...(body === '' ? {} : { 'content-type': 'application/json' }) };
  return { method, url: target, headers, body: body === '' ? null : body };
}

/** What the base address puts before every path. */
function basePathOf(url: string): string {
  return url === '' ? '' : new URL(url).pathname.replace(/\/+$/, '');
}

/** Money and ids are printed as text, counts as numbers. */
function printBody(shell: Shell, bytes: Uint8Array, status: number, schema: JsonSchema = {}): void {
  const text = new TextDecoder().decode(bytes);
  printJson(shell, text.trim() === '' ? { status } : withCounts(readable(text), schema));
}

/** JSON with all its digits. A body that is not JSON is taken as text. */
function readable(text: string): JsonValue {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

function withCounts(value: JsonValue, schema: JsonSchema): unknown {
  if (value instanceof JsonNumber) return COUNTS.has(schema.format ?? '') ? Number(value.text) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: JsonValue, i) => withCounts(item, schema.items ?? schema.prefixItems?.[i] ?? {}));
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withCounts(member, schema.properties?.[name] ?? {})]));
}

const COUNTS: ReadonlySet<string> = new Set(['int32', 'unix-time-ms']);
