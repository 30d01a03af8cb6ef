import { randomBytes } from 'node:crypto';
import { assert } from '../base/assert.ts';
import { type Random, seededRandom } from '../base/random.ts';
import { messageOf } from '../base/fault.ts';
import { exchange as exchangeOperations } from '../contract/exchange.ts';
import { type HeaderPrefix, signatureAuthenticator } from './authentication.ts';
import { ConnectionDropped } from './callFault.ts';
import { mountControl } from './control/mountControl.ts';
import { FaultQueue } from './control/faultQueue.ts';
import { exchangeHandlers } from './exchangeHandlers.ts';
import { fiatDepositNotice } from './funding/fiatNotice.ts';
import { openFunding } from './funding/funding.ts';
import { deliverByHttp } from './notifications/deliver.ts';
import { type NotificationDelivery, Notifier } from './notifications/notifier.ts';
import { fetchHandler } from './http/fetchHandler.ts';
import type { HttpHandler } from './http/httpCall.ts';
import { Router } from './http/router.ts';
import { publicMarket } from './publicMarket.ts';
import { unknownPath } from './http/textAnswer.ts';
import { openPaymentInterfaces } from './paymentInterfaces.ts';
import type { PaymentCounter } from './hostedPage/paymentCounter.ts';
import type { ProcessingService } from './processing/processingService.ts';
import { RateLimit } from './rateLimit.ts';
import { MOST_REMEMBERED } from './remember.ts';
import { RequestLog } from './requestLog.ts';
import { mountInterface, type RouteServices } from './routes.ts';
import type { SimulatorOptions } from './simulatorOptions.ts';
import { type Truth, truthOf } from './truth.ts';
import { Venue } from './venue.ts';
import { VenueClock } from './venueClock.ts';
import { type World, worldOf } from './world.ts';

/** The whole venue in one function. */
export interface Simulator {
  /** Answers one call as the venue would, and at once when there is nothing to wait for. Throws or rejects as `fetch` does. */
  readonly handle: HttpHandler;
  /**
   * Answers one request as the venue would. Rejects with `ConnectionDropped` when a fault says that there is no answer.
   * The host of the URL does not matter.
   */
  fetch(request: Request): Promise<Response>;
  /** Credentials of the exchange-account interface. */
  readonly exchange: { readonly key: string; readonly secret: string };
  /** Credentials of the payment-processing interface, and what the names of its headers begin with (001 Authentication). */
  readonly processing: { readonly key: string; readonly secret: string; readonly prefix: HeaderPrefix };
  /** Credentials of the hosted page's interface (002 Authentication). */
  readonly hostedPage: { readonly userUuid: string; readonly secret: string };
  /** The payment service, for whoever plays the outside world: payers, banks, failures. */
  readonly payments: ProcessingService;
  readonly hostedPayments: PaymentCounter;
  /** The delivery log of the notifications, oldest first; the last so many of them. */
  deliveries(most?: number): readonly NotificationDelivery[];
  /** The market comes to life. Before that, and after `stop`, its books stand still. */
  start(): void;
  stop(): void;
  /** The token for paths below `/control/v1`, sent as `Authorization: Bearer TOKEN`. */
  readonly control: { readonly token: string };
  /** Everybody else, who sends deposits and ends withdrawals. */
  readonly world: World;
  /** What really happened, for tests. */
  truth(): Truth;
}

export function createSimulator(options: SimulatorOptions): Simulator {
  const { behaviour = {}, clock, seed, wallClock = clock } = options;
  const { remembers = MOST_REMEMBERED } = behaviour;
  assert(Number.isInteger(remembers) && remembers >= 1, () => `a venue remembers 1 or more of each, not ${remembers}`);
  const venue = new Venue(options);
  const funding = openFunding(
    venue,
    options,
    (deposit, reason) => {
      if (deposit.method !== 'viban') return;
      const notice = fiatDepositNotice(deposit, reason);
      options.onFiatDeposit?.(notice);
      notifier.notify({ url: funding.noticeUrl, ...notice });
    },
    (sent) => payments.service.receiveInside(sent),
  );
  const wallTime = new VenueClock(wallClock, options.clockSkewMs ?? 0);
  const faults = new FaultQueue();
  const log = new RequestLog(remembers);
  const failures: string[] = [];
  const credentials = {
    key: options.key ?? `sim-${textOf(seed, 'key', 16, 'hex')}`,
    secret: options.secret ?? textOf(seed, 'secret', 32, 'base64'),
  };
  const traces = seededRandom(`${seed}/traces`);
  let calls = 0;
  const services: RouteServices = {
    clock: wallClock,
    now: () => venue.now(),
    wallNow: () => wallTime.now(),
    catchUp: () => venue.catchUp(),
    log,
    fault: (call) => behaviour.fault?.({ ...call, index: calls++ }) ?? faults.take(call),
    traceId: () => `00-${hexOf(traces, 32)}-${hexOf(traces, 16)}-00`,
    failed: (message) => failures.push(message),
  };
  const notifier = new Notifier({
    deliver: options.deliver ?? deliverByHttp(wallClock),
    later: (delayMs, act) => venue.agenda.at(venue.now() + delayMs, act),
    now: () => venue.now(),
  });
  const { notify } = notifier;
  const router = new Router();
  const isLaxOnSlash = behaviour.slashes !== 'strict';
  const payments = openPaymentInterfaces({
    router,
    venue,
    services,
    notify,
    seed,
    prefix: options.prefix ?? 'PROC',
    isLaxOnSlash,
    processing: options.processing,
    secretOf: (purpose, length, encoding) => textOf(seed, purpose, length, encoding),
  });
  const signed = signatureAuthenticator(credentials.key, credentials.secret, 'SVC', behaviour.timestampWindowMs);
  mountInterface(
    router,
    {
      operations: exchangeOperations,
      handlers: exchangeHandlers(venue, funding, behaviour),
      alsoWrong: { 'withdrawalBatches.validate': funding.batches.alsoWrong },
      authenticate: behaviour.marketData === 'public' ? publicMarket(signed) : signed,
      isLaxOnSlash,
      rateLimit: behaviour.rateLimit && new RateLimit(behaviour.rateLimit.perSecond, behaviour.rateLimit.burst),
    },
    services,
  );
  const world = worldOf(venue, funding, clock);
  const deliveries = (most?: number): readonly NotificationDelivery[] => notifier.deliveries(most);
  // Whoever has it brings about deposits and faults. The seed is no secret, so it does not follow from that.
  const token = randomBytes(24).toString('hex');
  const refused = mountControl(router, { venue, world, payments: payments.service, faults, deliveries }, token);
  const answer: HttpHandler = (call) => refused(call) ?? router.route(call) ?? unknownPath(wallTime.now());
  const handle = noting(answer, (message) => failures.push(message));
  return {
    handle,
    fetch: fetchHandler(handle),
    control: { token },
    exchange: credentials,
    ...payments.credentials,
    payments: payments.service,
    hostedPayments: payments.counter,
    deliveries,
    start: () => venue.start(),
    stop: () => {
      notifier.stop();
      venue.stop();
    },
    world,
    truth: () => truthOf(venue, funding, log, failures),
  };
}

/** Notes what must not happen as a failure of the simulator, which shows in the truth. */
function noting(handle: HttpHandler, failed: (message: string) => void): HttpHandler {
  const noted = (error: unknown): never => {
    if (!(error instanceof ConnectionDropped)) failed(messageOf(error));
    throw error;
  };
  return (call) => {
    try {
      const answer = handle(call);
      return answer instanceof Promise ? answer.catch(noted) : answer;
    } catch (error) {
      return noted(error);
    }
  };
}

/** Bytes that follow from the seed, as text. */
function textOf(seed: number | string, purpose: string, length: number, encoding: 'hex' | 'base64'): string {
  const random = seededRandom(`${seed}/${purpose}`);
  return Buffer.from(Array.from({ length }, () => random.int(256))).toString(encoding);
}

function hexOf(random: Random, length: number): string {
  return Array.from({ length }, () => random.int(16).toString(16)).join('');
}
