import { DAY_MS } from '../../base/instant.ts';
import { present } from '../../base/assert.ts';
import type { ProcessingOperations } from '../../contract/processing.ts';
import { type Answer, notFound, standard, value } from '../answer.ts';
import type { Handlers } from '../handlers.ts';
import type { PaymentIntent } from './paymentIntent.ts';
import { originOf, receivedBy } from './paymentNotices.ts';
import type { ProcessingService } from './processingService.ts';
import { passes, skipTake } from './skipTake.ts';

type Rows = Pick<
  ProcessingOperations,
  | 'paymentIntents.estimate'
  | 'paymentIntents.create'
  | 'paymentIntents.createPage'
  | 'paymentIntents.get'
  | 'paymentIntents.search'
  | 'paymentIntents.requestRetryQuote'
  | 'paymentIntents.retry'
  | 'paymentIntents.acceptReceived'
  | 'paymentIntents.receivedEquivalent'
>;

/** A page for a payer stays open this long. */
const PAGE_MS = DAY_MS;

/** Payment intents (001 Endpoints). */
export function intentHandlers(service: ProcessingService): Handlers<Rows> {
  const { book, intents, manual, world } = service;
  const known = <T>(id: string, answer: (intent: PaymentIntent) => Answer<T>): Answer<T> => {
    const intent = book.intent(id);
    return intent === undefined ? notFound(`payment intent ${id} is not known`) : answer(intent);
  };
  return {
    'paymentIntents.estimate': ({ currencyFrom, amountTo, currencyTo }) => {
      const quote = intents.quote(currencyFrom, currencyTo, amountTo);
      return 'type' in quote ? quote : value({ currencyFrom, amountFrom: quote.amountFrom, currencyTo, amountTo });
    },
    'paymentIntents.create': (request) => {
      const intent = intents.create(request);
      if ('type' in intent) return intent;
      const { currencyFrom, amountFrom, currencyTo, amountTo, address, additionalAddress, additionalAddressType, quoteValidTo } = intent;
      return value({
        paymentIntentId: intent.id,
        currencyFrom: present(currencyFrom, 'currencyFrom'),
        amountFrom: present(amountFrom, 'amountFrom'),
        currencyTo,
        amountTo,
        address: present(address, 'address'),
        additionalAddress,
        additionalAddressType,
        quoteValidTo: present(quoteValidTo, 'quoteValidTo'),
        customOrderId: intent.customOrderId,
      });
    },
    'paymentIntents.createPage': ({ currency, amount, customOrderId, accountId, callbackUrl, languageIso2 }, at, origin) => {
      const intent = intents.createForPage({ currencyTo: currency, amountTo: amount, customOrderId, accountId, callbackUrl });
      if ('type' in intent) return intent;
      const { merchantId } = world;
      const query = { currencyTo: currency, amountTo: amount.toFixed(), paymentIntentId: intent.id, merchantId };
      const token = service.tokens.sign({ page: 'deposit', id: intent.id, languageIso2 }, at + PAGE_MS);
      return {
        type: 'later',
        value: token.then((text) => ({ url: `${origin}/deposit?${new URLSearchParams({ ...query, token: text }).toString()}` })),
      };
    },
    'paymentIntents.get': ({ paymentIntentId }) => known(paymentIntentId, (intent) => value(intentRow(intent))),
    'paymentIntents.search': ({ skip, take, ...filter }) =>
      value(
        skipTake(
          book.intents().filter((intent) => passes(filter, intent)),
          skip,
          take,
        ).map(intentRow),
      ),
    'paymentIntents.requestRetryQuote': ({ paymentIntentId }) =>
      known(paymentIntentId, (intent) => {
        const retry = manual.requestRetryQuote(intent);
        if ('errors' in retry || 'message' in retry) return retry;
        const { amountFrom, amountTo, quoteValidTo } = retry;
        return value({
          currencyFrom: present(intent.currencyFrom, 'currencyFrom'),
          currencyTo: intent.currencyTo,
          amountFrom,
          amountTo,
          receivedAmountEquivalent: amountTo,
          receivedEquivalentCurrency: intent.currencyTo,
          receivedAmountEquivalentValidTo: quoteValidTo,
          quoteValidTo,
        });
      }),
    'paymentIntents.retry': ({ paymentIntentId }) => known(paymentIntentId, (intent) => manual.retry(intent) ?? value(undefined)),
    'paymentIntents.acceptReceived': ({ paymentIntentId }) =>
      known(paymentIntentId, (intent) => manual.accept(intent) ?? value(intentRow(intent))),
    'paymentIntents.receivedEquivalent': ({ paymentIntentId }) =>
      known(paymentIntentId, (intent) => {
        const { currencyFrom, amountFrom } = intent;
        if (currencyFrom === undefined || intent.deposits.length === 0)
          return standard('nothing-received', 'nothing has been received yet');
        const { amount, currency, validTo } = manual.equivalent(intent);
        return value({
          id: intent.id,
          currencyFrom,
          amountFrom,
          receivedAmountEquivalent: amount,
          receivedEquivalentCurrency: currency,
          receivedAmountEquivalentValidTo: validTo,
        });
      }),
  };
}

function intentRow(intent: PaymentIntent) {
  const { deposits, equivalent, customConversion } = intent;
  const last = deposits.at(-1);
  return {
    ...intent,
    receivedAmount: last === undefined ? undefined : receivedBy(intent),
    receivedAmountEquivalent: equivalent?.amount,
    receivedEquivalentCurrency: equivalent?.currency,
    receivedAmountEquivalentValidTo: equivalent?.validTo,
    ...originOf(last),
    retryPaymentIntents: intent.retries.map((retry) => ({ ...retry, ...retryPlace(intent) })),
    customConversion:
      customConversion === undefined
        ? undefined
        : { ...customConversion, processingFeeCurrency: customConversion.currencyTo, status: 'Completed', failureReason: '' },
  };
}

function retryPlace({ currencyFrom, currencyTo, address, additionalAddress, networkCode }: PaymentIntent) {
  return { currencyFrom, currencyTo, address, additionalAddress, networkCode };
}
