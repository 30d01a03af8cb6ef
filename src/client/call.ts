import { type Clock, sleep } from '../base/clock.ts';
import { Fault, isFault } from '../base/fault.ts';
import type { Instant } from '../base/instant.ts';
import type { Random } from '../base/random.ts';
import type { Operation, Priority } from '../contract/operation.ts';
import { type CallObserver, outcomeOf } from './callObserver.ts';
import { cleanFault } from './cleanFault.ts';
import { retryAfterMsOf } from './httpDate.ts';
import type { PreparedRequest } from './prepare.ts';
import type { ProvenRefusal } from './provenRefusals.ts';
import type { RateLimiter } from './rateLimiter.ts';
import { faultOfReply } from './replyFault.ts';
import type { Signer } from './signer.ts';
import type { Transport, TransportRequest, TransportResponse } from './transport.ts';
import type { VenueClock } from './venueClock.ts';

/** The parts of a row that decide how it is sent. */
export type CallRow = Pick<Operation, 'repeat' | 'priority' | 'binds'>;

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** From signing to the last byte of the answer. The wait for the rate budget does not count. */
  readonly timeoutMs?: number | undefined;
  /** Replaces the row's own priority. */
  readonly priority?: Priority | undefined;
}

export interface SendOptions extends CallOptions {
  /**
   * Runs when it is the request's turn, before it is signed. A journal commits here. When it rejects, nothing is sent and the
   * caller gets the rejection.
   */
  readonly beforeSend?: ((prepared: PreparedRequest, stamp: RequestStamp) => Promise<void>) | undefined;
  /** Runs right before the first byte is given to the network. When it throws, nothing is sent. */
  readonly onFirstByte?: (() => void) | undefined;
  /** A decision that is older than this when it is to be signed is dropped as `not-sent`. */
  readonly maxAgeMs?: number | undefined;
  /** When the decision was made. By default, when `send` was called. */
  readonly decidedAt?: Instant | undefined;
  /** Asks the venue for its time first, where it is not known well enough to sign a request for money with a time in the past. */
  readonly asksTime?: boolean | undefined;
}

/** The time with which a request is signed. */
export interface RequestStamp {
  /** The time that is signed, by the venue's clock. */
  readonly timestamp: Instant;
  /** The present, by the venue's clock. */
  readonly venueAt: Instant;
  /** From this time on, by its own clock, the venue refuses the request. Undefined where the venue gives no such promise. */
  readonly expiresAt: Instant | undefined;
}

/** An answer with a status of success. Its body has not been read yet. */
export interface RawReply {
  readonly status: number;
  readonly body: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
  readonly sentAt: Instant;
  readonly receivedAt: Instant;
}

/** What a call needs from the world around it. */
export interface CallContext {
  /** Scheme, host and port, without a path. */
  readonly origin: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly transport: Transport;
  readonly limiter: RateLimiter;
  readonly signer: Signer;
  readonly venueClock: VenueClock;
  readonly userAgent: string;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly provenRefusals: readonly ProvenRefusal[];
  /** How far a timestamp may be from the venue's clock. Undefined where requests carry none. */
  readonly windowMs: number | undefined;
  /** How far in the past the timestamp of a request for money is, so that the request expires sooner. */
  readonly backdateMs: number;
  readonly observer: CallObserver | undefined;
  /** When the venue's time is needed, this path is asked without a signature, only for the `Date` of the answer. */
  readonly datePath: string;
}

/** The most time from signing to the first byte, so that the venue gets no stale request. */
const WRITE_WITHIN_MS = 500;
/** The venue's clock must be known this well before timestamps are put into the past. */
const KNOWN_WITHIN_MS = 1000;
/** How much of a request's life must be left when it is signed. */
const LEAST_LIFE_MS = 2000;

/**
 * Sends a prepared request and returns the answer, or throws a `Fault`. The order of the steps matters: first the rate budget
 * (which can take long), then the age of the decision, then `beforeSend`, then the signature, then the wire.
 *
 * A read that meets a network error is tried once more. Nothing else is ever sent twice.
 */
export function call(context: CallContext, row: CallRow, prepared: PreparedRequest, options: SendOptions = {}): Promise<RawReply> {
  return attempt(context, row, prepared, options, row.repeat === 'read');
}

async function attempt(
  context: CallContext,
  row: CallRow,
  prepared: PreparedRequest,
  options: SendOptions,
  mayRepeat: boolean,
): Promise<RawReply> {
  const { clock, limiter, transport } = context;
  const decidedAt = options.decidedAt ?? clock.now();
  const priority = options.priority ?? row.priority;
  if (!limiter.tryAdmit(priority)) await limiter.admit(priority, options.signal);
  // A cancel does not wait for this: its own answer tells the time as well, and it may be sent again.
  if (priority !== 'cancel' && needsTime(context, row, options)) await readDate(context, row, priority, options);
  if (context.signer.ready !== undefined) await context.signer.ready(context.venueClock.now());
  let sentAt = assertFresh(context, row, prepared, decidedAt, options);
  const stamp = stampOf(context, row);
  if (options.beforeSend !== undefined) {
    const heldMs = clock.monotonicMs();
    await options.beforeSend(prepared, stamp);
    context.observer?.committed(clock.monotonicMs() - heldMs);
    // The commit may have taken long. From here to the signature everything is synchronous.
    sentAt = assertFresh(context, row, prepared, decidedAt, options);
    assertAlive(context, prepared, stamp);
  }
  const isRead = row.repeat === 'read' || row.binds === false;
  const sentMs = clock.monotonicMs();
  let response: TransportResponse;
  try {
    response = await transport.send(signed(context, row, prepared, stamp, options));
  } catch (error) {
    context.observer?.answered(prepared.operation, isRead ? 'failed' : outcomeOf(error), clock.monotonicMs() - sentMs);
    if (mayRepeat && isFault(error, 'network')) {
      await sleep(clock, 50 + context.random.int(200), options.signal);
      return attempt(context, row, prepared, options, false);
    }
    throw cleanFault(isRead && error instanceof Fault ? withoutOutcome(error) : error);
  }
  learn(context, priority, sentMs, response);
  const wireMs = clock.monotonicMs() - sentMs;
  const receivedAt = clock.now();
  const { status, headers, body } = response;
  if (status >= 200 && status < 300) {
    context.observer?.answered(prepared.operation, 'ok', wireMs);
    return { status, headers, body, sentAt, receivedAt };
  }
  const retryAfterMs = retryAfterMsOf(headers['retry-after'], context.venueClock.now());
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString();
  const fault = faultOfReply({ operation: prepared.operation, isRead, status, body: text, retryAfterMs }, context.provenRefusals);
  context.observer?.answered(prepared.operation, outcomeOf(fault), wireMs);
  throw cleanFault(fault);
}

/** Throws when the decision is too old. Returns the time of the check. */
function assertFresh(context: CallContext, row: CallRow, prepared: PreparedRequest, decidedAt: Instant, options: SendOptions): Instant {
  if (options.signal?.aborted === true) {
    throw new Fault('canceled', `${prepared.operation}: given up before it was sent`, {
      outcome: 'not-sent',
      cause: options.signal.reason,
    });
  }
  // A request that may be repeated is signed with the best known time. The worst result is a refusal.
  if (row.repeat === 'never') context.venueClock.assertUsable();
  const now = context.clock.now();
  const ageMs = now - decidedAt;
  if (options.maxAgeMs !== undefined && ageMs > options.maxAgeMs) {
    throw new Fault('canceled', `${prepared.operation}: decided ${Math.round(ageMs)} ms ago, at most ${options.maxAgeMs} ms are allowed`, {
      outcome: 'not-sent',
      suggestion: 'decide anew on fresh data',
    });
  }
  return now;
}

/**
 * Signs a request for money with a time in the past, as far as both clocks are known. Whatever happens to it on its way, it soon
 * can't be accepted any more (docs/decisions/0021-requests-that-expire.md).
 */
function stampOf({ venueClock, windowMs, backdateMs }: CallContext, row: CallRow): RequestStamp {
  const now = venueClock.now();
  if (windowMs === undefined) return { timestamp: now, venueAt: now, expiresAt: undefined };
  const liesBack = row.repeat === 'never' && isKnownWell(venueClock);
  const timestamp = liesBack ? now - backdateMs : now;
  return { timestamp, venueAt: now, expiresAt: timestamp + windowMs };
}

/** Nothing may be signed before the time is read, or a request for money would live longer than it need. */
function needsTime({ venueClock, windowMs, backdateMs }: CallContext, row: CallRow, { asksTime = false }: SendOptions): boolean {
  if (venueClock.halted !== undefined) return true;
  const liesBack = asksTime && row.repeat === 'never' && windowMs !== undefined && backdateMs > 0;
  return liesBack && venueClock.isTold && !isKnownWell(venueClock);
}

function isKnownWell({ uncertaintyMs }: VenueClock): boolean {
  return uncertaintyMs <= KNOWN_WITHIN_MS;
}

/** What was written down before sending must stay true: the request is sent with this time or not at all. */
function assertAlive({ venueClock }: CallContext, prepared: PreparedRequest, { expiresAt = Infinity }: RequestStamp): void {
  const leftMs = expiresAt - venueClock.now();
  if (leftMs >= LEAST_LIFE_MS) return;
  throw new Fault('timeout', `${prepared.operation}: it took too long to write down; its signature is good for ${leftMs} ms more`, {
    outcome: 'not-sent',
    retryable: true,
  });
}

/** Signs and sends the same bytes that were hashed. */
function signed(
  context: CallContext,
  row: CallRow,
  prepared: PreparedRequest,
  { timestamp }: RequestStamp,
  options: SendOptions,
): TransportRequest {
  const { method, path, query, bodyBytes, bodyHash } = prepared;
  const headers: Record<string, string> = context.signer.headers(timestamp, { method, path, contentHash: bodyHash });
  headers['user-agent'] = context.userAgent;
  headers['accept'] = 'application/json';
  if (bodyBytes !== undefined) headers['content-type'] = 'application/json';
  return {
    method,
    url: query === '' ? context.origin + path : `${context.origin}${path}?${query}`,
    headers,
    body: bodyBytes,
    fresh: row.repeat === 'never',
    timeoutMs: options.timeoutMs ?? context.timeoutMs,
    writeWithinMs: row.repeat === 'never' ? WRITE_WITHIN_MS : undefined,
    onFirstByte: options.onFirstByte,
    maxBytes: context.maxBytes,
    signal: options.signal,
  };
}

/** Lets the rate limiter and the venue clock learn from an answer. */
function learn(
  { clock, limiter, venueClock }: CallContext,
  priority: Priority,
  sentMs: number,
  { status, headers }: TransportResponse,
): void {
  venueClock.observe({ sentMs, receivedMs: clock.monotonicMs(), headers });
  const retryAfter = headers['retry-after'];
  limiter.observe(status, retryAfter === undefined ? undefined : retryAfterMsOf(retryAfter, venueClock.now()), priority);
}

/**
 * Reads the venue's time while a request needs it. It asks at most twice, since a new time needs a second reading to confirm
 * it.
 */
async function readDate(context: CallContext, row: CallRow, priority: Priority, options: SendOptions): Promise<void> {
  for (let reading = 0; reading < 2 && needsTime(context, row, options); reading++) {
    await context.limiter.admit(priority, options.signal);
    const request: TransportRequest = {
      method: 'GET',
      url: context.origin + context.datePath,
      headers: { 'user-agent': context.userAgent, accept: 'application/json' },
      body: undefined,
      fresh: false,
      timeoutMs: context.timeoutMs,
      maxBytes: context.maxBytes,
      signal: options.signal,
    };
    const sentMs = context.clock.monotonicMs();
    // Without an answer, what is halted stays halted and the caller is told so; any other request is signed with the present.
    const response = await context.transport.send(request).catch(() => undefined);
    if (response !== undefined) learn(context, priority, sentMs, response);
    else if (context.venueClock.halted === undefined) return;
  }
}

/**
 * A read puts nothing at stake, so its fault has no outcome. Only `refused` keeps it: `not-sent` says that the transport refused
 * (paper mode) and not the venue.
 */
function withoutOutcome(fault: Fault): Fault {
  const { code, message, retryable, status, suggestion, cause } = fault;
  const outcome = code === 'refused' ? fault.outcome : undefined;
  return new Fault(code, message, { outcome, retryable, status, suggestion, cause });
}
