import { messageOf } from '../base/fault.ts';
import { seededRandom } from '../base/random.ts';
import { hostedPage as hostedPageOperations } from '../contract/hostedPage.ts';
import { processing as processingOperations } from '../contract/processing.ts';
import { type HeaderPrefix, signatureAuthenticator } from './authentication.ts';
import { euroPrice } from './euroPrice.ts';
import { bearerAuthenticator } from './hostedPage/bearerAuthenticator.ts';
import { hostedPageHandlers } from './hostedPage/hostedPageHandlers.ts';
import { HOSTED_REFUSALS } from './hostedPage/hostedRefusals.ts';
import { PaymentDesk } from './hostedPage/paymentDesk.ts';
import { mountPaymentPage } from './hostedPage/paymentPage.ts';
import type { HttpAnswer, HttpCall } from './http/httpCall.ts';
import { Router } from './http/router.ts';
import { unknownPath } from './http/textAnswer.ts';
import type { Notify } from './notifications/notifier.ts';
import { PageTokens } from './pageTokens.ts';
import { processingHandlers } from './processing/processingHandlers.ts';
import { mountProcessingPages } from './processing/processingPages.ts';
import { type ProcessingOptions, ProcessingService } from './processing/processingService.ts';
import { mountInterface, type RouteServices } from './routes.ts';
import type { Venue } from './venue.ts';

export interface PaymentInterfacesOptions {
  readonly venue: Venue;
  readonly services: RouteServices;
  readonly notify: Notify;
  readonly seed: number | string;
  readonly prefix: 'PROC' | 'ALT';
  readonly processing: ProcessingOptions | undefined;
  /** Bytes that follow from the seed. */
  readonly secretOf: (purpose: string, length: number, encoding: 'hex' | 'base64') => string;
}

/** The interfaces of 001 and 002, and the pages that belong to them. */
export interface PaymentInterfaces {
  /** Undefined when the request is for none of them. */
  handle(call: HttpCall): HttpAnswer | Promise<HttpAnswer> | undefined;
  readonly credentials: {
    readonly processing: { readonly key: string; readonly secret: string; readonly prefix: HeaderPrefix };
    readonly hostedPage: { readonly userUuid: string; readonly secret: string };
  };
  readonly service: ProcessingService;
  readonly desk: PaymentDesk;
}

export function openPaymentInterfaces(options: PaymentInterfacesOptions): PaymentInterfaces {
  const { venue, services, notify, seed, prefix, secretOf } = options;
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
    notify,
    tokens,
    euroPrice: (currency: string) => euroPrice(venue, currency),
  };
  const service = new ProcessingService(ports, options.processing);
  const desk = new PaymentDesk(seededRandom(`${seed}/hosted-page`), notify);
  const keys = { key: `proc-${secretOf('processing-key', 16, 'hex')}`, secret: secretOf('processing-secret', 32, 'base64'), prefix };
  const user = { userUuid: uuidOf(secretOf('hosted-user', 16, 'hex')), secret: secretOf('hosted-secret', 32, 'base64') };

  const processing = new Router();
  const pageServices = { tokens, now: () => venue.now(), catchUp: () => services.catchUp() };
  mountInterface(
    processing,
    {
      operations: processingOperations,
      handlers: processingHandlers(service),
      authenticate: signatureAuthenticator(keys.key, keys.secret, prefix),
      rateLimit: undefined,
      // The specification writes the paths both ways (001 Endpoints).
      isLaxOnSlash: true,
    },
    services,
  );
  mountProcessingPages(processing, service, pageServices);
  const hosted = new Router();
  mountInterface(
    hosted,
    {
      operations: hostedPageOperations,
      handlers: hostedPageHandlers(desk, tokens),
      authenticate: bearerAuthenticator(clock, user.userUuid, user.secret),
      rateLimit: undefined,
      // The specification writes the paths both ways (001 Endpoints).
      isLaxOnSlash: true,
      refusals: HOSTED_REFUSALS,
    },
    services,
  );
  mountPaymentPage(hosted, desk, pageServices);
  return {
    handle: (call) => {
      const name = interfaceOf(call, prefix);
      if (name === undefined) return undefined;
      return (name === 'processing' ? processing : hosted).route(call) ?? unknownPath(services.wallNow());
    },
    credentials: { processing: keys, hostedPage: user },
    service,
    desk,
  };
}

/** All interfaces are served at one address: paths tell them apart, and for the one path that two share (`/v1/currencies`) the headers do. */
function interfaceOf({ path, header }: HttpCall, prefix: HeaderPrefix): 'processing' | 'hostedPage' | undefined {
  if (/^\/(?:api\/gateway\/)?business-api\/|^\/pay$/.test(path)) return 'hostedPage';
  if (/^\/v[12]\/(?:payment|payout)-intents(?:\/|$)|^\/(?:deposit|payout|refund)$/.test(path)) return 'processing';
  if (!/^\/v1\/currencies\/?$/.test(path)) return undefined;
  const isExchange = header('svc-api-key') !== undefined || (path.endsWith('/') && header(`${prefix.toLowerCase()}-api-key`) === undefined);
  return isExchange ? undefined : 'processing';
}

function uuidOf(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}
