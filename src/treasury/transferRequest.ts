import { Fault } from '../base/fault.ts';
import type { JsonValue } from '../base/json.ts';
import type { SendOptions } from '../client/call.ts';
import { contentHashOf } from '../client/signer.ts';
import { contract } from '../contract/contract.ts';
import type { InterfaceName } from '../contract/operation.ts';
import { bodyOf } from './bodyFields.ts';
import { type TransferKind, TRANSFERS, UNLISTED } from './transferKinds.ts';

/** The venue's answer, unchanged. */
export interface TransferReply {
  readonly status: number;
  readonly bytes: Uint8Array;
}

/** A request as it is about to be sent. */
export interface Outgoing {
  readonly interface: InterfaceName;
  /** The key of its row. Undefined for one that was typed with its path. */
  readonly operation: string | undefined;
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly body: string;
  /** Signs and sends it once. */
  send(options: SendOptions): Promise<TransferReply>;
}

/** A request that must be journalled before it is sent. */
export interface TransferRequest extends Outgoing {
  /** The full name of its row, or method and path. */
  readonly name: string;
  readonly kind: TransferKind;
  /** The payment or the batch that it is about. */
  readonly target: string | undefined;
  readonly fields: JsonValue;
  readonly bodyHash: string;
}

/**
 * Tells whether a request is a transfer, by its method and path, however they were typed. What the contract does not have counts as
 * one, except for reads: nobody knows what it does.
 */
export function transferOf(request: Outgoing): TransferRequest | undefined {
  const { method, body } = request;
  const shared = { ...request, fields: bodyOf(body), bodyHash: contentHashOf(body) };
  const known = rowOf(request);
  if (known === undefined) {
    if (method === 'GET') {
      assertRead(request);
      return undefined;
    }
    const name = `${request.interface} ${method} ${request.path}`;
    return { ...shared, name, kind: UNLISTED, target: `${name} ${shared.bodyHash}` };
  }
  const kind = TRANSFERS[known.name];
  return kind === undefined ? undefined : { ...shared, kind, name: known.name, target: known.target };
}

/** The full name of the contract's row for a request, however it was typed. Undefined for what the contract does not have. */
export function nameOf(request: Outgoing): string | undefined {
  return rowOf(request)?.name;
}

/** A description lists refunds as GET too (002 Endpoints). A GET may be sent again, and is not journalled. */
function assertRead(request: Outgoing): void {
  const twin = request.body === '' ? undefined : rowOf({ ...request, method: 'POST' });
  if (twin === undefined || TRANSFERS[twin.name] === undefined) return;
  throw new Fault('usage', `GET ${request.path} with a body may do what ${twin.name} does`, {
    outcome: 'not-sent',
    suggestion: `use \`sluice api ${twin.name}\``,
  });
}

/** The path of an operation begins with that of the venue's address, where it has one. */
function rowOf({ interface: name, operation, method, path }: Outgoing): { name: string; target: string | undefined } | undefined {
  const asked = plainPath(path)
    .replaceAll(/\/{2,}/g, '/')
    .replace(/\/$/, '');
  for (const [key, row] of Object.entries(contract[name])) {
    if (operation === undefined ? row.method !== method : key !== operation) continue;
    const found = new RegExp(`${operation === undefined ? '^' : ''}${patternOf(row.path)}$`, 'i').exec(asked);
    if (found !== null) return { name: `${name}.${key}`, target: found[1] };
  }
  return undefined;
}

/** A path as a server understands it: nothing is written as its code, and no step leads up or nowhere. */
function plainPath(path: string): string {
  let plain = path;
  // What was written as a code may be one again.
  for (let i = 0; i < MOST_CODES; i++) {
    const before = plain;
    try {
      plain = decodeURIComponent(new URL(`http://venue/${before}`).pathname);
    } catch {
      return before;
    }
    if (plain === `/${before}` || plain === before) break;
  }
  return plain;
}

const MOST_CODES = 4;

function patternOf(template: string): string {
  const parts = template.replace(/\/$/, '').split(/\{\w+\}/);
  return parts.map((part) => part.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)).join('([^/]+)');
}
