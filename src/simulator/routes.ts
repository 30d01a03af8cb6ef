import type { Hono } from 'hono';
import { z } from 'zod';
import type { Clock } from '../base/clock.ts';
import { messageOf } from '../base/fault.ts';
import type { Instant } from '../base/instant.ts';
import { stringifyJson } from '../base/json.ts';
import type { Operation } from '../contract/operation.ts';
import { type Answer, refusalStatus, refusalText, standard } from './answer.ts';
import type { Authenticator } from './authentication.ts';
import type { CallFault, FaultedCall } from './callFault.ts';
import type { Handlers, OperationTable } from './handlers.ts';
import type { RateLimit } from './rateLimit.ts';
import { readBody } from './readBody.ts';
import type { LoggedRequest, RequestLog } from './requestLog.ts';
import { decodeParameters } from './requestParameters.ts';
import { type Outcome, underFault } from './underFault.ts';

/** One interface of the venue: the rows, what they do, and who may call them. */
export interface VenueInterface<Table> {
  readonly operations: Table;
  readonly handlers: Handlers<Table>;
  readonly authenticate: Authenticator;
  readonly rateLimit: RateLimit | undefined;
}

/** What every route needs of the simulator around it. */
export interface RouteServices {
  readonly clock: Clock;
  /** The venue's time. */
  now(): Instant;
  /** Brings the venue up to its time. */
  catchUp(): void;
  readonly log: RequestLog;
  fault(call: Omit<FaultedCall, 'index'>): CallFault | undefined;
  readonly traceId: () => string;
  /** Hears of what must not happen: the answer is a bare 500 (000 Errors 6). */
  failed(message: string): void;
}

interface Route {
  readonly name: string;
  readonly row: Operation;
  readonly handle: (parameters: Record<string, unknown>, at: Instant) => Answer<unknown>;
  readonly authenticate: Authenticator;
  readonly rateLimit: RateLimit | undefined;
}

/** Gives every row of the table a route: authenticate, decode by the row, handle, encode by the row. */
export function mountInterface<Table extends OperationTable>(
  app: Hono,
  { operations, handlers, ...rest }: VenueInterface<Table>,
  services: RouteServices,
): void {
  for (const [name, row] of Object.entries(operations)) {
    // The table ties each handler to its row's types; inside the loop that tie can't be expressed.
    const route: Route = { name, row, handle: handlers[name] as Route['handle'], ...rest };
    app.on(row.method, row.path.replaceAll(/\{(\w+)\}/g, ':$1'), (context) =>
      serveCall(route, services, context.req.raw, context.req.param()),
    );
  }
}

async function serveCall(
  route: Route,
  services: RouteServices,
  request: Request,
  pathParameters: Record<string, string>,
): Promise<Response> {
  const bytes = await readBody(request);
  if (bytes === undefined) return respond(services, { status: 413, body: '' }, { connection: 'close' });
  const { method } = request;
  const { path, query } = partsOf(request.url);
  const body = Buffer.from(bytes).toString('utf8');
  const receivedAt = services.now();
  const logged =
    route.row.repeat === 'read' ? undefined : services.log.add({ operation: route.name, method, path, query, body, receivedAt });
  const answered = (outcome: Outcome, headers?: Record<string, string>): Response => {
    if (logged !== undefined) logged.status = outcome.status;
    return respond(services, outcome, headers);
  };
  if (!route.authenticate({ method, path, headers: request.headers, body: bytes }, receivedAt)) return answered({ status: 401, body: '' });
  const waitS = route.rateLimit?.take(receivedAt);
  if (waitS !== undefined) {
    const refusal = standard('too-many-requests', 'too many requests', 429);
    return answered({ status: 429, body: refusalText(refusal, services.traceId) }, { 'retry-after': String(waitS) });
  }
  const fault = services.fault({ operation: route.name, method, path, body });
  const apply = (): Outcome => perform(route, services, { path: pathParameters, query: new URLSearchParams(query), body }, logged);
  return answered(await underFault(fault, services.clock, apply));
}

/** Decodes, handles and encodes. Never throws: what goes wrong inside is a 500 without internals. */
function perform(
  route: Route,
  services: RouteServices,
  raw: Parameters<typeof decodeParameters>[1],
  logged: LoggedRequest | undefined,
): Outcome {
  try {
    services.catchUp();
    const at = services.now();
    const decoded = decodeParameters(route.row, raw);
    const answer = decoded.type === 'decoded' ? route.handle(decoded.parameters, at) : decoded;
    if (answer.type !== 'value' && answer.type !== 'text')
      return { status: refusalStatus(answer), body: refusalText(answer, services.traceId) };
    if (logged !== undefined) {
      logged.appliedAt = at;
      logged.venueId = answer.type === 'value' ? idIn(answer.value) : undefined;
    }
    const body = answer.type === 'text' ? answer.body : stringifyJson(z.encode(route.row.reply.body, answer.value));
    return { status: route.row.reply.status, body };
  } catch (error) {
    services.failed(`${route.name}: ${messageOf(error)}`);
    return { status: 500, body: refusalText(standard('server-error', 'Server Error', 500), services.traceId) };
  }
}

function respond(services: RouteServices, { status, body }: Outcome, headers: Record<string, string> = {}): Response {
  const date = new Date(services.now()).toUTCString();
  const kind = body.startsWith('<') ? 'text/html' : 'application/json';
  const type: Record<string, string> = body === '' ? {} : { 'content-type': `${kind}; charset=utf-8` };
  return new Response(body === '' ? null : body, { status, headers: { date, ...type, ...headers } });
}

/** Path and query as they were sent: nothing is decoded, since the path is signed as it stands. */
function partsOf(url: string): { path: string; query: string } {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  const mark = url.indexOf('?', start);
  return mark < 0 ? { path: url.slice(start), query: '' } : { path: url.slice(start, mark), query: url.slice(mark + 1) };
}

function idIn(value: unknown): string | undefined {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined;
  return typeof id === 'string' ? id : undefined;
}
