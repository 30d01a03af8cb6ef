import { type Clock, sleep } from '../base/clock.ts';
import { Fault, type FaultCode, messageOf } from '../base/fault.ts';
import type { Transport, TransportRequest, TransportResponse } from './transport.ts';

export interface InProcessOptions {
  readonly clock: Clock;
  /** Latency of one way, asked once for the request and once for the answer. `Infinity` loses the message. Default: none. */
  readonly latencyMs?: () => number;
}

/**
 * A venue in this process that behaves like a network, under any clock. As on a real network, giving up does not call a request
 * back: the handler still gets it when its latency is over.
 *
 * A virtual clock is told while the body of an answer is read. It is not told of the handler, which may itself wait for that
 * clock (a simulated delay). A handler that does real work (a disk) announces it itself.
 */
export function createInProcessTransport(handler: (request: Request) => Promise<Response>, options: InProcessOptions): Transport {
  const { clock, latencyMs = () => 0 } = options;
  let closed = false;

  const exchange = async (request: TransportRequest): Promise<TransportResponse> => {
    await travel(clock, latencyMs());
    const response = await answer(handler, request, clock);
    await travel(clock, latencyMs());
    return response;
  };

  return {
    send(request) {
      if (closed) return Promise.reject(new Fault('network', 'the transport is closed', { outcome: 'not-sent' }));
      if (request.signal?.aborted === true) return Promise.reject(faultOf(request, 'canceled', 'given up by the caller', 'not-sent'));
      return withinLimits(request, clock, () => exchange(request));
    },
    close: () => {
      closed = true;
      return Promise.resolve();
    },
  };
}

/** Gives the answer, or a fault when the time is up, the caller gives up, or the handler throws. */
function withinLimits(request: TransportRequest, clock: Clock, exchange: () => Promise<TransportResponse>): Promise<TransportResponse> {
  return new Promise((resolve, reject) => {
    // An error that it throws rejects the promise.
    request.onFirstByte?.();
    const end = (fault?: Fault): void => {
      cancelTimer();
      request.signal?.removeEventListener('abort', onAbort);
      if (fault !== undefined) reject(fault);
    };
    const onAbort = (): void => end(faultOf(request, 'canceled', 'given up by the caller'));
    const onTimeout = (): void => end(faultOf(request, 'timeout', `no complete answer within ${request.timeoutMs} ms`));
    const cancelTimer = clock.setTimer(request.timeoutMs, onTimeout);
    request.signal?.addEventListener('abort', onAbort, { once: true });
    exchange().then(
      (response) => {
        end();
        resolve(response);
      },
      (error: unknown) => end(error instanceof Fault ? error : faultOf(request, 'network', messageOf(error), 'unknown', error)),
    );
  });
}

async function answer(
  handler: (request: Request) => Promise<Response>,
  request: TransportRequest,
  clock: Clock,
): Promise<TransportResponse> {
  const { method, url, headers, body } = request;
  // The body is copied: bytes cross a network, never a shared buffer.
  const init = { method, headers, redirect: 'manual', ...(body === undefined ? {} : { body: body.slice() }) } as const;
  const response = await handler(new Request(url, init));
  const bytes = new Uint8Array(await clock.track(response.arrayBuffer()));
  if (bytes.length > request.maxBytes) {
    throw faultOf(request, 'unreadable-reply', `the answer is longer than ${request.maxBytes} bytes`);
  }
  return { status: response.status, headers: Object.fromEntries(response.headers), body: bytes };
}

async function travel(clock: Clock, latencyMs: number): Promise<void> {
  if (latencyMs === Infinity) await new Promise<never>(() => {});
  if (latencyMs > 0) await sleep(clock, latencyMs);
}

function faultOf(
  request: TransportRequest,
  code: FaultCode,
  reason: string,
  outcome: 'not-sent' | 'unknown' = 'unknown',
  cause?: unknown,
): Fault {
  const message = `${request.method} ${request.url.split('?', 1)[0]}: ${reason}`;
  return new Fault(code, message, { outcome, retryable: code !== 'canceled', cause });
}
