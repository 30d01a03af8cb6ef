import { messageOf } from '../base/fault.ts';
import { seededRandom } from '../base/random.ts';
import { hostedPage as hostedPageOperations } from '../contract/hostedPage.ts';
import { processing as processingOperations } from '../contract/processing.ts';
import { type HeaderPrefix, signatureAuthenticator } from './authentication.ts';
import { euroPrice } from './euroPrice.ts';
import { bearerAuthenticator } from './hostedPage/bearerAuthenticator.ts';
import { hostedPageHandlers } from './hostedPage/hostedPageHandlers.ts';
import { HOSTED_REFUSALS } from './hostedPage/hostedRefusals.ts';
import { PaymentCounter } from './hostedPage/paymentCounter.ts';
import { mountPaymentPage } from './hostedPage/paymentPage.ts';
import type { HttpCall } from './http/httpCall.ts';
import type { Router } from './http/router.ts';
import type { Notify } from './notifications/notifier.ts';
import { PageTokens } from './pageTokens.ts';
import { processingHandlers } from './processing/processingHandlers.ts';
import { mountProcessingPages } from './processing/processingPages.ts';
import { type ProcessingOptions, ProcessingService } from './processing/processingService.ts';
import { mountInterface, type RouteServices } from './routes.ts';
import type { Venue } from './venue.ts';

export interface PaymentInterfacesOptions {
  /** Their paths are mounted on this. */
  readonly router: Router;
  readonly venue: Venue;
  readonly services: RouteServices;
  readonly notify: Notify;
  readonly seed: number | string;
  readonly prefix: 'PROC' | 'ALT';
  readonly isLaxOnSlash: boolean;
  readonly processing: ProcessingOptions | undefined;
  /** Bytes that follow from the seed. */
  readonly secretOf: (purpose: string, length: number, encoding: 'hex' | 'base64') => string;
}

/** The interfaces of 001 and 002, and the pages that belong to them. */
export interface PaymentInterfaces {
  readonly credentials: {
    readonly processing: { readonly key: string; readonly secret: string; readonly prefix: HeaderPrefix };
    readonly hostedPage: { readonly userUuid: string; readonly secret: string };
  };
  readonly service: ProcessingService;
  readonly counter: PaymentCounter;
}

export function openPaymentInterfaces(options: PaymentInterfacesOptions): PaymentInterfaces {
  const { router, venue, services, notify, seed, prefix, isLaxOnSlash, secretOf } = options;
  const { clock } = services;
  const tokens = new PageTokens(Buffer.from(secretOf('page-tokens', 32, 'hex'), 'hex'), clock);
  const later = (delayMs: number, act: () => void): (() => void) =>
    venue.agenda.at(venue.now() + delayMs, () => {
      try {
        act();
      } catch (error) {
        services.failed(messageOf(error));
      }
    });
  const random = seededRandom(`${seed}/payments`);
  const ports = {
    clock,
    now: () => venue.now(),
    later,
    random,
    steps: venue.steps,
    networkFees: venue.networkFees,
    notify,
    tokens,
    euroPrice: (currency: string) => euroPrice(venue, currency),
  };
  const service = new ProcessingService(ports, options.processing);
  const counter = new PaymentCounter(seededRandom(`${seed}/hosted-page`), notify);
  const keys = { key: `proc-${secretOf('processing-key', 16, 'hex')}`, secret: secretOf('processing-secret', 32, 'base64'), prefix };
  const user = { userUuid: uuidOf(secretOf('hosted-user', 16, 'hex')), secret: secretOf('hosted-secret', 32, 'base64') };

  const pageServices = { tokens, now: () => venue.now(), catchUp: () => services.catchUp() };
  mountInterface(
    router,
    {
      operations: processingOperations,
      handlers: processingHandlers(service),
      authenticate: signatureAuthenticator(keys.key, keys.secret, prefix),
      rateLimit: undefined,
      isLaxOnSlash,
      isFor: (call) => isForProcessing(call, prefix),
    },
    services,
  );
  mountProcessingPages(router, service, pageServices);
  mountInterface(
    router,
    {
      operations: hostedPageOperations,
      handlers: hostedPageHandlers(counter, tokens),
      authenticate: bearerAuthenticator(clock, user.userUuid, user.secret),
      rateLimit: undefined,
      isLaxOnSlash,
      refusals: HOSTED_REFUSALS,
    },
    services,
  );
  mountPaymentPage(router, counter, pageServices);
  return {
    credentials: { processing: keys, hostedPage: user },
    service,
    counter,
  };
}

/**
 * The exchange and payment processing share `/v1/currencies`, and no other path. The headers tell them apart there; without any, the
 * slash that only 000 writes does.
 */
function isForProcessing({ path, header }: HttpCall, prefix: HeaderPrefix): boolean {
  if (!/^\/v1\/currencies\/?$/.test(path)) return true;
  if (header(`${prefix.toLowerCase()}-api-key`) !== undefined) return true;
  return header('svc-api-key') === undefined && !path.endsWith('/');
}

function uuidOf(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}
