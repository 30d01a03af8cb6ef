import type { Hono } from 'hono';
import { z } from 'zod';
import type { Clock } from '../base/clock.ts';
import { messageOf } from '../base/fault.ts';
import type { Instant } from '../base/instant.ts';
import { stringifyJson } from '../base/json.ts';
import type { Operation } from '../contract/operation.ts';
import { type Answer, type RefusalAnswer, type RefusalStyle, STANDARD_REFUSALS, standard } from './answer.ts';
import type { Authenticator } from './authentication.ts';
import type { CallFault, FaultedCall } from './callFault.ts';
import type { Handlers, OperationTable } from './handlers.ts';
import type { RateLimit } from './rateLimit.ts';
import { readBody } from './readBody.ts';
import type { LoggedRequest, RequestLog } from './requestLog.ts';
import { decodeParameters, type RawParameters } from './requestParameters.ts';
import { type Outcome, underFault } from './underFault.ts';

/** One interface of the venue: the rows, what they do, and who may call them. */
export interface VenueInterface<Table> {
  readonly operations: Table;
  readonly handlers: Handlers<Table>;
  readonly authenticate: Authenticator;
  readonly rateLimit: RateLimit | undefined;
  /** Default: those of 000. */
  readonly refusals?: RefusalStyle | undefined;
  /** A slash at the end of a path makes no difference. */
  readonly isLaxOnSlash?: boolean | undefined;
}

/** What every route needs of the simulator around it. */
export interface RouteServices {
  readonly clock: Clock;
  /** The venue's time. */
  now(): Instant;
  /** The time by which signatures, rates and the `Date` header go: the venue's, unless that runs at another rate. */
  wallNow(): Instant;
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
  readonly handle: (parameters: Record<string, unknown>, at: Instant, origin: string) => Answer<unknown>;
  readonly authenticate: Authenticator;
  readonly rateLimit: RateLimit | undefined;
  readonly refusals: RefusalStyle;
}

interface RawCallParameters extends RawParameters {
  readonly origin: string;
}

/** Gives every row of the table a route: authenticate, decode by the row, handle, encode by the row. */
export function mountInterface<Table extends OperationTable>(
  app: Hono,
  { operations, handlers, refusals = STANDARD_REFUSALS, isLaxOnSlash = false, ...rest }: VenueInterface<Table>,
  services: RouteServices,
): void {
  for (const [name, row] of Object.entries(operations)) {
    // The table ties each handler to its row's types; inside the loop that tie can't be expressed.
    const route: Route = { name, row, handle: handlers[name] as Route['handle'], refusals, ...rest };
    const path = row.path.replaceAll(/\{(\w+)\}/g, ':$1');
    const other = path.endsWith('/') ? path.slice(0, -1) : `${path}/`;
    for (const form of isLaxOnSlash ? [path, other] : [path]) {
      app.on(row.method, form, (context) => serveCall(route, services, context.req.raw, context.req.param()));
    }
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
  const { origin, path, query } = partsOf(request.url);
  const body = Buffer.from(bytes).toString('utf8');
  const receivedAt = services.now();
  const logged =
    route.row.repeat === 'read' ? undefined : services.log.add({ operation: route.name, method, path, query, body, receivedAt });
  const answered = async ({ status, body: written }: Outcome, headers?: Record<string, string>): Promise<Response> => {
    if (logged !== undefined) logged.status = status;
    return respond(services, { status, body: typeof written === 'string' ? written : await written }, headers);
  };
  const isKnown = route.authenticate({ method, path, headers: request.headers, body: bytes }, services.wallNow());
  if (!(typeof isKnown === 'boolean' ? isKnown : await isKnown)) return answered({ status: 401, body: '' });
  const waitS = route.rateLimit?.take(services.wallNow());
  if (waitS !== undefined) {
    const refusal = standard('too-many-requests', 'too many requests', 429);
    return answered({ status: 429, body: route.refusals.text(refusal, services.traceId) }, { 'retry-after': String(waitS) });
  }
  const fault = services.fault({ operation: route.name, method, path, body });
  const raw = { origin, path: pathParameters, query: new URLSearchParams(query), body };
  const apply = (): Outcome => perform(route, services, raw, logged);
  return answered(await underFault(fault, services.clock, apply));
}

/** Decodes, handles and encodes. Never throws: what goes wrong inside is a 500 without internals. */
function perform(route: Route, services: RouteServices, raw: RawCallParameters, logged: LoggedRequest | undefined): Outcome {
  try {
    services.catchUp();
    const at = services.now();
    const decoded = decodeParameters(route.row, raw);
    const answer = decoded.type === 'decoded' ? route.handle(decoded.parameters, at, raw.origin) : decoded;
    if (answer.type !== 'value' && answer.type !== 'text' && answer.type !== 'later')
      return { status: route.refusals.status(answer), body: route.refusals.text(answer, services.traceId) };
    if (logged !== undefined) {
      logged.appliedAt = at;
      logged.venueId = answer.type === 'value' ? idIn(answer.value) : undefined;
    }
    return { status: route.row.reply.status, body: bodyOf(route, answer) };
  } catch (error) {
    services.failed(`${route.name}: ${messageOf(error)}`);
    return { status: 500, body: route.refusals.text(standard('server-error', 'Server Error', 500), services.traceId) };
  }
}

function bodyOf({ row }: Route, answer: Exclude<Answer<unknown>, RefusalAnswer>): Outcome['body'] {
  const written = (value: unknown): string => stringifyJson(z.encode(row.reply.body, value));
  switch (answer.type) {
    case 'text':
      return answer.body;
    case 'value':
      // Where the reply is not shown, an undefined value is an empty body.
      return answer.value === undefined ? '' : written(answer.value);
    case 'later':
      return answer.value.then(written);
  }
}

function respond(
  services: RouteServices,
  { status, body }: { status: number; body: string },
  headers: Record<string, string> = {},
): Response {
  const date = new Date(services.wallNow()).toUTCString();
  const kind = body.startsWith('<') ? 'text/html' : 'application/json';
  const type: Record<string, string> = body === '' ? {} : { 'content-type': `${kind}; charset=utf-8` };
  return new Response(body === '' ? null : body, { status, headers: { date, ...type, ...headers } });
}

/** Path and query as they were sent: nothing is decoded, since the path is signed as it stands. */
export function partsOf(url: string): { origin: string; path: string; query: string } {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  const mark = url.indexOf('?', start);
  const origin = url.slice(0, start);
  return mark < 0 ? { origin, path: url.slice(start), query: '' } : { origin, path: url.slice(start, mark), query: url.slice(mark + 1) };
}

function idIn(value: unknown): string | undefined {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined;
  return typeof id === 'string' ? id : undefined;
}
