import { DAY_MS } from '../../base/instant.ts';
import { present } from '../../base/assert.ts';
import type { ProcessingOperations } from '../../contract/processing.ts';
import { type Answer, invalid, notFound, standard, value } from '../answer.ts';
import { destinationFaults } from '../destinationFaults.ts';
import type { Handlers } from '../handlers.ts';
import { coinOf, networkOf } from './coinCatalog.ts';
import { networkRow } from './networkRow.ts';
import type { PaymentIntent } from './paymentIntent.ts';
import type { ProcessingService } from './processingService.ts';

type Rows = Pick<
  ProcessingOperations,
  'paymentIntents.refundNetworks' | 'paymentIntents.refundFee' | 'paymentIntents.refund' | 'paymentIntents.refundLink'
>;

const DESTINATION = { address: 'address', tag: 'additionalAddress' };

/** 001 Limits. */
const LINK_MS = 5 * DAY_MS;

/** Refunds of deposits (001 Endpoints). */
export function refundHandlers({ book, refunds, tokens, world }: ProcessingService): Handlers<Rows> {
  const paid = <T>(id: string, answer: (intent: PaymentIntent) => Answer<T>): Answer<T> => {
    const intent = book.intent(id);
    if (intent === undefined) return notFound(`payment intent ${id} is not known`);
    return intent.currencyFrom === undefined ? standard('payment-intent-new', 'the payer has not picked a coin yet') : answer(intent);
  };
  return {
    'paymentIntents.refundNetworks': ({ paymentIntentId }) =>
      paid(paymentIntentId, (intent) => {
        const { code, name, networks } = present(coinOf(intent.currencyFrom!), 'coin');
        return value({ coin: code, name, coinNetworks: networks.map(networkRow) });
      }),
    'paymentIntents.refundFee': ({ paymentIntentId, address, networkCode, additionalAddress }) =>
      paid(paymentIntentId, (intent) => {
        const network = networkOf(present(coinOf(intent.currencyFrom!), 'coin'), networkCode ?? intent.networkCode);
        const faults = network === undefined ? {} : destinationFaults(network, address, additionalAddress, DESTINATION);
        if (Object.keys(faults).length > 0) return invalid(faults);
        const amounts = refunds.amounts(intent, 'Full', networkCode ?? intent.networkCode);
        return 'type' in amounts ? amounts : value(amounts);
      }),
    'paymentIntents.refund': ({ paymentIntentId, externalTransactionId }) =>
      paid(paymentIntentId, (intent) => {
        const refund = refunds.begin(intent, externalTransactionId);
        if ('type' in refund) return refund;
        const { id, amount, destinationAddress, destinationAdditionalAddress, networkCode, status } = refund;
        return value({
          paymentIntentId: intent.id,
          cryptoRefundPaymentIntentId: id,
          customOrderId: intent.customOrderId,
          amount,
          currency: intent.currencyFrom!,
          destinationAddress,
          destinationAdditionalAddress,
          networkCode,
          status,
          externalTransactionId,
        });
      }),
    'paymentIntents.refundLink': ({ paymentIntentId, refundFlow = 'Full', languageIso2 }, at) =>
      paid(paymentIntentId, (intent) => {
        const amounts = refunds.amounts(intent, refundFlow, intent.networkCode);
        if ('type' in amounts) return amounts;
        const { merchantId } = world;
        const token = tokens.sign({ page: 'refund', id: intent.id, refundFlow }, at + LINK_MS);
        return {
          type: 'later',
          value: token.then((text) => ({ url: `/refund?${new URLSearchParams({ merchantId, languageIso2, token: text }).toString()}` })),
        };
      }),
  };
}
