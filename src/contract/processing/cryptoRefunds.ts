import { z } from 'zod';
import { operation } from '../operation.ts';
import { decimal, mayBeEmpty, optional, requiredText, text } from '../wire.ts';
import { coinNetwork, pageLink, uuid } from './intentFields.ts';
import { languageIso2 } from './languageIso2.ts';

const INTENT_ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const refundFlow = z.enum(['Full', 'Excess'], { error: 'expected Full or Excess' });

const cryptoRefund = z.object({
  paymentIntentId: uuid,
  cryptoRefundPaymentIntentId: uuid,
  customOrderId: mayBeEmpty(text),
  amount: decimal,
  currency: text,
  destinationAddress: mayBeEmpty(text),
  destinationAdditionalAddress: mayBeEmpty(text),
  networkCode: mayBeEmpty(text),
  // This is kept as text, like every status.
  status: text,
  externalTransactionId: mayBeEmpty(text),
});

/** Gives a deposit back in its own currency (001 Endpoints). */
export const cryptoRefunds = {
  'paymentIntents.refundNetworks': operation({
    about: 'Networks by which the deposit of an intent may be refunded',
    method: 'GET',
    path: '/v1/payment-intents/{paymentIntentId}/coin-networks',
    section: '001 Endpoints',
    auth: 'signed',
    repeat: 'read',
    priority: 'account',
    request: { path: z.object({ paymentIntentId: uuid }) },
    reply: { status: 200, body: z.object({ coin: text, name: optional(text), coinNetworks: z.array(coinNetwork) }) },
    example: {
      request: { paymentIntentId: INTENT_ID },
      reply:
        '{"coin":"USDT","name":"Tether","coinNetworks":[{"addressType":"Multiple","IsTagRequiredForWithdrawals":false,"networkCode":"BNB_TEST","networkName":"BNB Smart Chain testnet","order":1}]}',
    },
  }),
  'paymentIntents.refundFee': operation({
    about: 'What a refund to an address would cost',
    method: 'POST',
    path: '/v1/payment-intents/{paymentIntentId}/crypto-refunds/fee',
    section: '001 Endpoints',
    auth: 'signed',
    repeat: 'read',
    priority: 'account',
    request: {
      path: z.object({ paymentIntentId: uuid }),
      body: z.object({ address: requiredText, networkCode: optional(text), additionalAddress: optional(text) }),
    },
    reply: { status: 200, body: z.object({ amount: decimal, feeAmount: decimal, totalAmount: decimal }) },
    example: {
      request: { paymentIntentId: INTENT_ID, address: '0x52908400098527886E0F7030069857D2E4169EE7', networkCode: 'BNB_TEST' },
      reply: '{"amount":99.00,"feeAmount":1.00,"totalAmount":100.00}',
    },
  }),
  'paymentIntents.refund': operation({
    about: 'Give the deposit of an intent back to where it came from',
    method: 'POST',
    path: '/v1/payment-intents/{paymentIntentId}/crypto-refunds',
    section: '001 Endpoints',
    auth: 'signed',
    repeat: 'never',
    priority: 'convert',
    request: { path: z.object({ paymentIntentId: uuid }), body: z.object({ externalTransactionId: optional(uuid) }) },
    reply: { status: 200, body: cryptoRefund },
    refusals: [{ status: 400, when: 'nothing was deposited, or the status is not ManualActionRequired (001 States)' }],
    example: {
      request: { paymentIntentId: INTENT_ID, externalTransactionId: '7c9e6679-7425-40de-944b-e07fc1f90ae7' },
      reply: `{"paymentIntentId":"${INTENT_ID}","cryptoRefundPaymentIntentId":"16fd2706-8baf-433b-82eb-8c7fada847da","customOrderId":"order-1","amount":99.00,"currency":"USDT","destinationAddress":"0x52908400098527886E0F7030069857D2E4169EE7","destinationAdditionalAddress":null,"networkCode":"BNB_TEST","status":"Pending","externalTransactionId":"7c9e6679-7425-40de-944b-e07fc1f90ae7"}`,
    },
  }),
  'paymentIntents.refundLink': operation({
    about: 'A link by which the payer claims a refund; valid 120 hours, good for one refund',
    method: 'GET',
    path: '/v1/payment-intents/{paymentIntentId}/crypto-refunds/link',
    section: '001 Endpoints',
    auth: 'signed',
    repeat: 'read',
    priority: 'account',
    request: { path: z.object({ paymentIntentId: uuid }), query: z.object({ refundFlow: optional(refundFlow), languageIso2 }) },
    reply: { status: 200, body: pageLink },
    example: {
      request: { paymentIntentId: INTENT_ID, refundFlow: 'Full', languageIso2: 'en' },
      reply: '"/refund?merchantId=m-1&languageIso2=en&token=abc"',
    },
  }),
} as const;
