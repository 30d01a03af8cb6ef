import { z } from 'zod';
import type { Clock } from '../base/clock.ts';
import { messageOf } from '../base/fault.ts';
import type { Instant } from '../base/instant.ts';
import { stringifyJson } from '../base/json.ts';
import type { Operation, Params } from '../contract/operation.ts';
import { type Answer, type RefusalAnswer, type RefusalStyle, STANDARD_REFUSALS, invalid, notFound, standard } from './answer.ts';
import type { Authenticator } from './authentication.ts';
import type { CallFault, FaultedCall } from './callFault.ts';
import type { Handlers, OperationTable } from './handlers.ts';
import type { RateLimit } from './rateLimit.ts';
import { type HttpAnswer, type HttpCall, bodyText, isBodyText } from './http/httpCall.ts';
import type { CallFilter, Router } from './http/router.ts';
import { textAnswer } from './http/textAnswer.ts';
import type { LoggedRequest, RequestLog } from './requestLog.ts';
import { type AlsoWrong, type ParameterDecoder, parameterDecoder } from './requestParameters.ts';
import { type Outcome, underFault } from './underFault.ts';

/** One interface of the venue: the rows, what they do, and who may call them. */
export interface VenueInterface<Table> {
  readonly operations: Table;
  readonly handlers: Handlers<Table>;
  /** For rows of which more can be told than what could not be read. */
  readonly alsoWrong?: { readonly [Name in keyof Table]?: AlsoWrong<Params<Table[Name]>> } | undefined;
  readonly authenticate: Authenticator;
  readonly rateLimit: RateLimit | undefined;
  /** Default: those of 000. */
  readonly refusals?: RefusalStyle | undefined;
  /** Whether a path is one with and without a slash at its end. Default: it is. */
  readonly isLaxOnSlash?: boolean | undefined;
  /** Tells which calls belong to it where another interface shares a path. Default: all of them. */
  readonly isFor?: CallFilter | undefined;
}

/** What every route needs of the simulator around it. */
export interface RouteServices {
  readonly clock: Clock;
  /** The venue's time. */
  now(): Instant;
  /** The time that signatures, rate limits and the `Date` header use. It is the venue's time, unless that runs at another rate. */
  wallNow(): Instant;
  /** Brings the venue up to its time. */
  catchUp(): void;
  readonly log: RequestLog;
  fault(call: Omit<FaultedCall, 'index'>): CallFault | undefined;
  readonly traceId: () => string;
  /** Called when something happened that must not. The answer is then a bare 500 (000 Errors 6). */
  failed(message: string): void;
}

/** 000 Errors 6. */
const SERVER_ERROR = standard('server-error', 'Server Error', 500);

/** 000 Common conventions 1. */
const NOT_TEXT = invalid({ body: ['is not JSON: the bytes are not UTF-8 text'] });

interface Route {
  readonly name: string;
  readonly row: Operation;
  readonly handle: (parameters: Record<string, unknown>, at: Instant, origin: string) => Answer<unknown>;
  readonly decode: ParameterDecoder;
  readonly authenticate: Authenticator;
  readonly rateLimit: RateLimit | undefined;
  readonly refusals: RefusalStyle;
}

/** A call that has found its row. */
interface Received {
  readonly route: Route;
  readonly services: RouteServices;
  readonly call: HttpCall;
  /** The parameters of the path. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly body: string;
  /** Absent for reads. */
  readonly logged: LoggedRequest | undefined;
}

/** Gives every row of the table a route: authenticate, decode by the row, handle, encode by the row. */
export function mountInterface<Table extends OperationTable>(
  router: Router,
  { operations, handlers, alsoWrong, refusals = STANDARD_REFUSALS, isLaxOnSlash = true, isFor, ...rest }: VenueInterface<Table>,
  services: RouteServices,
): void {
  for (const [name, row] of Object.entries(operations)) {
    const route: Route = {
      name,
      row,
      // The table ties each handler to its row's types; inside the loop that tie can't be expressed.
      handle: handlers[name] as Route['handle'],
      decode: parameterDecoder(row, alsoWrong?.[name]),
      refusals,
      ...rest,
    };
    const other = row.path.endsWith('/') ? row.path.slice(0, -1) : `${row.path}/`;
    for (const path of isLaxOnSlash ? [row.path, other] : [row.path]) {
      router.add(row.method, path, (call, parameters) => serveCall(route, services, call, parameters), isFor);
    }
  }
}

/** Answers at once, unless it has to wait for a token or a fault. */
function serveCall(
  route: Route,
  services: RouteServices,
  call: HttpCall,
  parameters: Readonly<Record<string, string>>,
): HttpAnswer | Promise<HttpAnswer> {
  const { method, path, query } = call;
  const body = bodyText(call);
  const receivedAt = services.now();
  const nothing = { appliedAt: undefined, venueId: undefined, status: undefined };
  const logged =
    route.row.repeat === 'read'
      ? undefined
      : services.log.add({ operation: route.name, method, path, query, body, receivedAt, ...nothing });
  const received: Received = { route, services, call, parameters, body, logged };
  const isKnown = route.authenticate(call, services.wallNow());
  return typeof isKnown === 'boolean' ? serveKnown(received, isKnown) : isKnown.then((known) => serveKnown(received, known));
}

function serveKnown(received: Received, isKnown: boolean): HttpAnswer | Promise<HttpAnswer> {
  const { route, services, call, body } = received;
  if (!isKnown) return answered(received, { status: 401, body: '' });
  const waitS = route.rateLimit?.take(services.wallNow());
  if (waitS !== undefined) {
    const refusal = standard('too-many-requests', 'too many requests', 429);
    return answered(received, { status: 429, body: route.refusals.text(refusal, services.traceId) }, { 'retry-after': String(waitS) });
  }
  const fault = services.fault({ operation: route.name, method: call.method, path: call.path, body });
  const apply = (): Outcome => perform(received);
  if (fault === undefined) return answered(received, apply());
  const plain = (status: number): string => plainBody(received, status);
  return underFault(fault, services.clock, { apply, plainBody: plain }).then((outcome) => answered(received, outcome));
}

/** The body that the documents give to a status about which nothing else is known (000 Errors, 002 Errors). */
function plainBody({ route, services }: Received, status: number): string {
  const text = (refusal: RefusalAnswer): string => route.refusals.text(refusal, services.traceId);
  if (status === 500) return text(SERVER_ERROR);
  return status === 404 ? text(notFound('Not Found')) : '';
}

function answered(
  { services, logged }: Received,
  { status, body }: Outcome,
  headers?: Readonly<Record<string, string>>,
): HttpAnswer | Promise<HttpAnswer> {
  if (logged !== undefined) logged.status = status;
  return typeof body === 'string'
    ? textAnswer(status, body, services.wallNow(), headers)
    : body.then((text) => textAnswer(status, text, services.wallNow(), headers));
}

/** Decodes, handles and encodes. It never throws: a failure inside becomes a 500 that shows nothing of it. */
function perform({ route, services, call, parameters, body, logged }: Received): Outcome {
  try {
    services.catchUp();
    const at = services.now();
    // The body of a GET is passed over, whatever it is.
    const isReadable = route.row.method === 'GET' || isBodyText(call);
    const decoded = isReadable ? route.decode({ path: parameters, query: call.query, body }) : NOT_TEXT;
    const answer = decoded.type === 'decoded' ? route.handle(decoded.parameters, at, call.origin) : decoded;
    if (answer.type !== 'value' && answer.type !== 'text' && answer.type !== 'later')
      return { status: route.refusals.status(answer), body: route.refusals.text(answer, services.traceId) };
    if (logged !== undefined) {
      logged.appliedAt = at;
      logged.venueId = answer.type === 'value' ? idIn(answer.value) : answer.type === 'text' ? answer.id : undefined;
    }
    return { status: route.row.reply.status, body: bodyOf(route, answer) };
  } catch (error) {
    services.failed(`${route.name}: ${messageOf(error)}`);
    return { status: 500, body: route.refusals.text(SERVER_ERROR, services.traceId) };
  }
}

function bodyOf({ row }: Route, answer: Exclude<Answer<unknown>, RefusalAnswer>): Outcome['body'] {
  const encode = (value: unknown): string => stringifyJson(z.encode(row.reply.body, value));
  switch (answer.type) {
    case 'text':
      return answer.body;
    case 'value':
      // Where the reply is not shown, an undefined value is an empty body.
      return answer.value === undefined ? '' : encode(answer.value);
    case 'later':
      return answer.value.then(encode);
  }
}

function idIn(value: unknown): string | undefined {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined;
  return typeof id === 'string' ? id : undefined;
}
