import { Fault } from '../base/fault.ts';
import { JsonNumber, type JsonValue, parseJson } from '../base/json.ts';
import type { RawMethod } from '../client/interfaceClient.ts';
import type { PreparedRequest } from '../client/prepare.ts';
import type { NamedOperation } from '../contract/contract.ts';
import { type JsonSchema, jsonSchemaOf } from '../contract/jsonSchema.ts';
import type { InterfaceName } from '../contract/operation.ts';
import { type ApiReply, type ApiRequest, sendApiRequest } from '../daemon/sendApiRequest.ts';
import { daemonInterface } from './daemonInterface.ts';
import { type InterfaceAccess, interfaceAccess } from './interfaceAccess.ts';
import type { LocalTransfers } from './localTransfers.ts';
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
  const schema = jsonSchemaOf(row.reply.body);
  const request = { interface: name, operation: key, params: texts };
  if (await callThroughDaemon(shell, request, row.repeat !== 'read', schema)) return;
  await withAccess(shell, name, async (access) => {
    if (shell.options.dryRun) return printJson(shell, preview(access, access.calls.prepare(key, params)));
    assertAllowed(shell, access, row.repeat !== 'read');
    const { bytes, status } = await callFromHere(shell, access, request);
    printBody(shell, bytes, status, schema);
  });
}

/** Signs and sends any request, through a running daemon where there is one. */
export async function callRaw(
  shell: Shell,
  name: InterfaceName,
  method: RawMethod,
  target: string,
  body: string | undefined,
): Promise<void> {
  if (await callThroughDaemon(shell, { interface: name, method, target, body }, method !== 'GET')) return;
  await withAccess(shell, name, async (access) => {
    if (shell.options.dryRun) {
      const [path = '', ...query] = target.split('?');
      return printJson(shell, preview(access, { method, path, query: query.join('?'), body: body ?? '' }));
    }
    assertAllowed(shell, access, method !== 'GET');
    const { bytes, status } = await callFromHere(shell, access, { interface: name, method, target, body });
    printBody(shell, bytes, status);
  });
}

/** Calls through the daemon. False when nothing is to be sent, or when no daemon with the same account runs. */
async function callThroughDaemon(shell: Shell, request: ApiRequest, changes: boolean, schema?: JsonSchema): Promise<boolean> {
  if (shell.options.dryRun) return false;
  const daemon = await daemonInterface(shell, request.interface);
  if (daemon === undefined) return false;
  assertAllowed(shell, daemon, changes);
  const { bytes, status } = await daemon.control.call(request, changes);
  printBody(shell, bytes, status, schema);
  return true;
}

/** Sends it from this process: with the account's journal, when it moves money in or out. */
async function callFromHere(shell: Shell, { calls }: InterfaceAccess, request: ApiRequest): Promise<ApiReply> {
  const { assertMayLeaveFromHere } = await import('./assertMayLeaveFromHere.ts');
  await assertMayLeaveFromHere(shell, request);
  let local: LocalTransfers | undefined;
  try {
    return await sendApiRequest(
      request,
      calls,
      async (name) => {
        const { localTransfers } = await import('./localTransfers.ts');
        local = await localTransfers(shell, name, calls);
        return local.transfers;
      },
      {},
    );
  } finally {
    await local?.close();
  }
}

async function withAccess(shell: Shell, name: InterfaceName, use: (access: InterfaceAccess) => Promise<void>): Promise<void> {
  const access = await interfaceAccess(shell, name);
  try {
    await use(access);
  } finally {
    await access.close();
  }
}

/** The request as it would be sent, with the signature masked. */
function preview(
  { url, shownHeaders }: InterfaceAccess,
  { method, path, query, body }: Pick<PreparedRequest, 'method' | 'path' | 'query' | 'body'>,
) {
  const target = `${new URL(url).origin}${path}${query === '' ? '' : `?${query}`}`;
  const headers = { ...shownHeaders, ...(body === '' ? {} : { 'content-type': 'application/json' }) };
  return { method, url: target, headers, body: body === '' ? null : body };
}

function assertAllowed(shell: Shell, { isRemote }: Pick<InterfaceAccess, 'isRemote'>, changesSomething: boolean): void {
  if (!isRemote || !changesSomething || shell.options.live) return;
  throw new Fault('confirmation-needed', 'this would change something at a venue that is not on this machine', {
    suggestion: 'add --live when that is what you want, or --dry-run to see the request',
  });
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
