import type { WireMessages } from '../message.ts';

const ID = '5f0c2b7e-3b0e-4f6a-9d56-0a4f1c2d3e4f';
const REFUND_ID = '16fd2706-8baf-433b-82eb-8c7fada847da';

export const refundNetworks: WireMessages = {
  operation: 'paymentIntents.refundNetworks',
  section: '001 Endpoints, GET coin-networks',
  requests: [{ line: `GET /v1/payment-intents/${ID}/coin-networks`, parameters: { paymentIntentId: ID } }],
  replies: [
    {
      about: 'one coin',
      status: 200,
      body: '{"coin":"XRP","name":"XRP","coinNetworks":[{"addressType":"MultipleWithTag","IsTagRequiredForWithdrawals":true,"networkCode":"XRP","networkName":"XRP Ledger","order":1}]}',
      says: {
        coin: 'XRP',
        name: 'XRP',
        coinNetworks: [
          { addressType: 'MultipleWithTag', IsTagRequiredForWithdrawals: true, networkCode: 'XRP', networkName: 'XRP Ledger', order: 1 },
        ],
      },
    },
  ],
  unreadable: ['{}', '[]'],
};

export const refundFee: WireMessages = {
  operation: 'paymentIntents.refundFee',
  section: '001 Endpoints, POST crypto-refunds/fee',
  requests: [
    {
      line: `POST /v1/payment-intents/${ID}/crypto-refunds/fee`,
      body: '{"address":"rX","networkCode":"XRP","additionalAddress":"123"}',
      parameters: { paymentIntentId: ID, address: 'rX', networkCode: 'XRP', additionalAddress: '123' },
    },
    {
      line: `POST /v1/payment-intents/${ID}/crypto-refunds/fee`,
      body: '{"address":"rX"}',
      parameters: { paymentIntentId: ID, address: 'rX' },
    },
  ],
  replies: [
    {
      about: 'the fee deducted',
      status: 200,
      body: '{"amount":99.75,"feeAmount":0.25,"totalAmount":100}',
      says: { amount: '99.75', feeAmount: '0.25', totalAmount: '100' },
    },
  ],
  unreadable: ['{"amount":99.75}'],
  wrong: [
    { where: 'body', json: '{}', field: 'address' },
    { where: 'body', json: '{"address":""}', field: 'address' },
  ],
};

export const refundIntent: WireMessages = {
  operation: 'paymentIntents.refund',
  section: '001 Endpoints, POST crypto-refunds; 001 Crypto refund',
  requests: [
    {
      line: `POST /v1/payment-intents/${ID}/crypto-refunds`,
      body: `{"externalTransactionId":"${REFUND_ID}"}`,
      parameters: { paymentIntentId: ID, externalTransactionId: REFUND_ID },
    },
    { line: `POST /v1/payment-intents/${ID}/crypto-refunds`, body: '{}', parameters: { paymentIntentId: ID } },
  ],
  replies: [
    {
      about: 'a refund that begins',
      status: 200,
      body: `{"paymentIntentId":"${ID}","cryptoRefundPaymentIntentId":"${REFUND_ID}","customOrderId":null,"amount":99.75,"currency":"XRP","destinationAddress":"rX","destinationAdditionalAddress":"123","networkCode":"XRP","status":"Pending","externalTransactionId":null}`,
      says: {
        paymentIntentId: ID,
        cryptoRefundPaymentIntentId: REFUND_ID,
        amount: '99.75',
        currency: 'XRP',
        destinationAddress: 'rX',
        destinationAdditionalAddress: '123',
        networkCode: 'XRP',
        status: 'Pending',
      },
    },
  ],
  unreadable: ['{}', `{"paymentIntentId":"${ID}"}`],
  wrong: [{ where: 'body', json: '{"externalTransactionId":"7"}', field: 'externalTransactionId' }],
};

export const refundLink: WireMessages = {
  operation: 'paymentIntents.refundLink',
  section: '001 Endpoints, GET crypto-refunds/link',
  requests: [
    {
      line: `GET /v1/payment-intents/${ID}/crypto-refunds/link`,
      query: 'refundFlow=Excess&languageIso2=en',
      parameters: { paymentIntentId: ID, refundFlow: 'Excess', languageIso2: 'en' },
    },
    {
      line: `GET /v1/payment-intents/${ID}/crypto-refunds/link`,
      query: 'languageIso2=de',
      parameters: { paymentIntentId: ID, languageIso2: 'de' },
    },
  ],
  replies: [
    {
      about: 'the path with its query',
      status: 200,
      body: '"/refund?merchantId=m&languageIso2=en&token=t"',
      says: { url: '/refund?merchantId=m&languageIso2=en&token=t' },
    },
  ],
  unreadable: ['', '{}'],
  wrong: [
    { where: 'query', json: '{}', field: 'languageIso2' },
    { where: 'query', json: '{"languageIso2":"english"}', field: 'languageIso2' },
    { where: 'query', json: '{"languageIso2":"en","refundFlow":"Half"}', field: 'refundFlow' },
  ],
};
