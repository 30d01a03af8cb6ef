import type { Clock } from '../base/clock.ts';
import { Fault, messageOf } from '../base/fault.ts';
import type { Instant } from '../base/instant.ts';
import { type Random, seededRandom } from '../base/random.ts';
import { systemClock } from '../base/systemClock.ts';
import type { Operation } from '../contract/operation.ts';
import type { CallObserver } from './callObserver.ts';
import { call, type CallContext, type CallOptions, type CallRow, type RawReply, type SendOptions } from './call.ts';
import { listOf, type PageBase } from './list.ts';
import { preparerOf, type Prepare, type PreparedRequest } from './prepare.ts';
import { PROVEN_REFUSALS, type ProvenRefusal } from './provenRefusals.ts';
import { createRateLimiter, type RateLimiter } from './rateLimiter.ts';
import { type ReplyDecoder, replyDecoderOf } from './replyDecoder.ts';
import { cleanFault } from './cleanFault.ts';
import { contentHashOf, type Signer } from './signer.ts';
import type { OperationTable, TableMethods, TableParams, TableReply } from './tableTypes.ts';
import type { Transport } from './transport.ts';
import { VenueClock } from './venueClock.ts';

/** Options for the client of any interface. */
export interface InterfaceClientOptions<Name extends string = string> {
  /** The base address. A path in it comes before every row's path. */
  readonly url: string;
  readonly transport: Transport;
  /** Shared by all clients that use this key at the venue. By default each client has its own. */
  readonly limiter?: RateLimiter;
  readonly clock?: Clock;
  readonly random?: Random;
  /** Requests without a user agent may be blocked (000 Common conventions 5). */
  readonly userAgent?: string;
  /** From signing to the last byte of the answer. Default 10,000. */
  readonly timeoutMs?: number;
  /** A longer answer is an error; default 16 MiB. */
  readonly maxBytes?: number;
  /** Replace a row's path where the specification does not show it (000 Balances). */
  readonly paths?: Partial<Record<Name, string>>;
  /** Whether the venue counts pages from 0 or from 1. By default, walks work with either (000 Common conventions 6). */
  readonly pageBase?: PageBase;
  /**
   * How far in the past the timestamp of a request for money is, by the venue's clock. Default 45,000; 0 signs with the present
   * time. The request expires that much sooner.
   */
  readonly backdateMs?: number;
  /** Refusals that prove that a request had no effect, in addition to the known ones. */
  readonly provenRefusals?: readonly ProvenRefusal[];
  /** Is told how long each request took and what came of it. */
  readonly observer?: CallObserver | undefined;
}

/** How one interface differs from another. */
export interface InterfaceDefinition<Table> {
  readonly operations: Table;
  readonly signer: Signer;
  /** How far the timestamp of a signature may be from the venue's clock. Undefined where there is no timestamp. */
  readonly windowMs?: number;
  /** A path whose answer, whatever it is, carries the venue's time. */
  readonly datePath: string;
}

/** A decoded answer with the bytes that it was read from. */
export interface Sent<T> {
  readonly reply: T;
  readonly status: number;
  readonly sentAt: Instant;
  readonly receivedAt: Instant;
  readonly bytes: Uint8Array;
}

/** A method for every row of the table: `client.orders.place(params, options)`. */
export type InterfaceClient<Table> = TableMethods<Table> & InterfaceCalls<Table>;

export interface InterfaceCalls<Table> {
  /** Makes the exact request, unsigned. Throws a `Fault` `invalid-request`, `not-sent`. */
  prepare<Name extends keyof Table & string>(operation: Name, params: TableParams<Table, Name>): PreparedRequest<Name>;
  /** Sends a prepared request once. */
  send<Name extends keyof Table & string>(prepared: PreparedRequest<Name>, options?: SendOptions): Promise<Sent<TableReply<Table, Name>>>;
  /** Returns a successful answer as its bytes, for callers with a decoder of their own. */
  fetchBytes<Name extends keyof Table & string>(
    operation: Name,
    params: TableParams<Table, Name>,
    options?: CallOptions,
  ): Promise<RawReply>;
  /**
   * Signs and sends any request once, for paths that the contract does not have. `target` is the path with its query, as it is to
   * be sent. When the answer is lost, the outcome is `unknown` for every method but GET.
   */
  raw(method: RawMethod, target: string, body?: string, options?: SendOptions): Promise<RawReply>;
  /** The venue's time, learned from its answers. */
  readonly venueClock: VenueClock;
  readonly limiter: RateLimiter;
}

export type RawMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

interface Endpoint {
  readonly row: Operation;
  readonly prepare: Prepare;
  readonly decode: ReplyDecoder;
}

/** Throws a `Fault` `configuration` when the address can't be used. Whoever made the transport also closes it. */
export function createInterfaceClient<Table extends OperationTable>(
  definition: InterfaceDefinition<Table>,
  options: InterfaceClientOptions<keyof Table & string>,
): InterfaceClient<Table> {
  const { operations } = definition;
  const { origin, prefix } = baseOf(options.url);
  const context = contextOf(definition, options, origin, prefix);
  const endpoints = new Map<string, Endpoint>();
  for (const [name, row] of Object.entries(operations) as [keyof Table & string, Operation][]) {
    const path = prefix + (options.paths?.[name] ?? row.path);
    endpoints.set(name, { row, prepare: preparerOf(name, row, path), decode: replyDecoderOf(row.reply.body) });
  }
  const endpointOf = (name: string): Endpoint => {
    const endpoint = endpoints.get(name);
    if (endpoint === undefined) throw new Fault('usage', `the contract has no operation ${name}`, { outcome: 'not-sent' });
    return endpoint;
  };
  const prepare = (operation: string, params: Readonly<Record<string, unknown>>): PreparedRequest => endpointOf(operation).prepare(params);
  const send = async (prepared: PreparedRequest, sendOptions?: SendOptions): Promise<Sent<unknown>> => {
    const { row, decode } = endpointOf(prepared.operation);
    const { status, body, sentAt, receivedAt } = await call(context, row, prepared, sendOptions);
    return { reply: decoded(prepared.operation, row, status, body, decode), status, sentAt, receivedAt, bytes: body };
  };
  // An async function, so that bad parameters reject and never throw.
  const fetchBytes = async (operation: string, params: Readonly<Record<string, unknown>>, callOptions?: CallOptions): Promise<RawReply> => {
    const { row, prepare: prepareOf } = endpointOf(operation);
    // Awaited here, because adopting another promise takes two more turns of the queue.
    const reply = await call(context, row, prepareOf(params), callOptions);
    return reply;
  };
  const ask = async (operation: string, params: Readonly<Record<string, unknown>>, callOptions?: CallOptions): Promise<unknown> =>
    (await send(prepare(operation, params), callOptions)).reply;

  const raw = async (method: RawMethod, target: string, body = '', sendOptions?: SendOptions): Promise<RawReply> =>
    call(context, rawRowOf(method), rawRequestOf(method, prefix, target, body), sendOptions);

  const { limiter, venueClock } = context;
  return {
    ...methodsOf(operations, ask, options.pageBase),
    prepare,
    send,
    fetchBytes,
    raw,
    limiter,
    venueClock,
  } as unknown as InterfaceClient<Table>;
}

/** The row that stands in for a request without one. */
function rawRowOf(method: RawMethod): CallRow {
  return { repeat: method === 'GET' ? 'read' : 'never', priority: 'history' };
}

function rawRequestOf(method: RawMethod, prefix: string, target: string, body: string): PreparedRequest {
  const [path = '', ...query] = target.split('?');
  // A query parameter overrides the same one in the body, and no signature covers it (000 Common conventions 4).
  if (query.length > 0 && method !== 'GET') {
    throw new Fault('invalid-request', `${method} ${path}: what stands in the query is not signed`, {
      outcome: 'not-sent',
      suggestion: 'give the parameters in the body',
    });
  }
  const bodyBytes = body === '' ? undefined : Buffer.from(body);
  const bodyHash = contentHashOf(bodyBytes);
  return { operation: `${method} ${path}`, method, path: prefix + path, query: query.join('?'), body, bodyBytes, bodyHash };
}

type Ask = (operation: string, params: Readonly<Record<string, unknown>>, options?: CallOptions) => Promise<unknown>;

/** Turns `area.verb` of the table into `client.area.verb`. */
function methodsOf(operations: OperationTable, ask: Ask, pageBase: PageBase | undefined): Record<string, Record<string, unknown>> {
  const areas: Record<string, Record<string, unknown>> = {};
  for (const [name, row] of Object.entries(operations)) {
    const [area, verb] = name.split('.') as [string, string];
    const { paging } = row;
    (areas[area] ??= {})[verb] =
      paging === undefined
        ? (params: Readonly<Record<string, unknown>> = {}, options?: CallOptions) => ask(name, params, options)
        : (params: Readonly<Record<string, unknown>> = {}, options?: CallOptions) =>
            listOf({ operation: name, paging, pageBase, params, ask: (paged) => ask(name, paged, options) });
  }
  return areas;
}

function decoded(operation: string, row: Operation, status: number, body: Uint8Array, decode: ReplyDecoder): unknown {
  try {
    return decode(body);
  } catch (error) {
    const outcome = row.repeat === 'read' || row.binds === false ? undefined : 'unknown';
    throw cleanFault(
      new Fault('unreadable-reply', `${operation}: the reply can't be read: ${messageOf(error)}`, { outcome, status, cause: error }),
    );
  }
}

function contextOf(
  { signer, datePath, windowMs }: Pick<InterfaceDefinition<unknown>, 'signer' | 'datePath' | 'windowMs'>,
  options: InterfaceClientOptions,
  origin: string,
  prefix: string,
): CallContext {
  const clock = options.clock ?? systemClock;
  return {
    origin,
    clock,
    random: options.random ?? seededRandom(clock.now()),
    transport: options.transport,
    limiter: options.limiter ?? createRateLimiter({ clock }),
    signer,
    venueClock: new VenueClock(clock),
    userAgent: options.userAgent ?? 'sluice/0.1.0',
    timeoutMs: options.timeoutMs ?? 10_000,
    maxBytes: options.maxBytes ?? 16 * 1024 * 1024,
    provenRefusals: [...PROVEN_REFUSALS, ...(options.provenRefusals ?? [])],
    windowMs,
    observer: options.observer,
    backdateMs: options.backdateMs ?? 45_000,
    datePath: prefix + datePath,
  };
}

function baseOf(url: string): { origin: string; prefix: string } {
  const base = URL.canParse(url) ? new URL(url) : undefined;
  if (base === undefined || !/^https?:$/.test(base.protocol) || base.username !== '' || base.search !== '' || base.hash !== '') {
    // The address is not shown, since somebody may have written user name and password into it.
    throw new Fault('configuration', 'the base address of the interface is none', {
      suggestion: 'give it like https://api.example.com, without a query',
    });
  }
  return { origin: base.origin, prefix: base.pathname.replace(/\/+$/, '') };
}
