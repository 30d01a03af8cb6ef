export { type Clock } from '../base/clock.ts';
export { dec, Decimal } from '../base/decimal.ts';
export { Fault, type FaultCode, isFault, type Outcome } from '../base/fault.ts';
export { type Instant } from '../base/instant.ts';
export { Secret } from '../base/secret.ts';
export { type Priority } from '../contract/operation.ts';
export { type CallOptions, type RawReply, type SendOptions } from './call.ts';
export { CALL_OUTCOMES, type CallObserver, type CallOutcome } from './callObserver.ts';
export { createExchangeClient, type ExchangeClient, type ExchangeClientOptions } from './exchangeClient.ts';
export { type ExchangeOperation, type ParamsOf, type ReplyOf } from './exchangeTypes.ts';
export {
  createHostedPageClient,
  type HostedPageClient,
  type HostedPageClientOptions,
  type HostedPageOperation,
} from './hostedPageClient.ts';
export { createInProcessTransport } from './inProcessTransport.ts';
export { type Sent } from './interfaceClient.ts';
export { type List, type PageBase } from './list.ts';
export { type PreparedRequest } from './prepare.ts';
export {
  createProcessingClient,
  type ProcessingClient,
  type ProcessingClientOptions,
  type ProcessingOperation,
} from './processingClient.ts';
export { PROVEN_REFUSALS, type ProvenRefusal, provenCodes, SIMULATOR_REFUSALS } from './provenRefusals.ts';
export { createRateLimiter, type RateLimiter, type RateUsage } from './rateLimiter.ts';
export { type Transport, type TransportRequest, type TransportResponse } from './transport.ts';
export { createHttpTransport } from './httpTransport.ts';
export { type VenueClock } from './venueClock.ts';
