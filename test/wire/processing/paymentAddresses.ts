import type { WireMessages } from '../message.ts';

const WALLET =
  '{"currency":"XRP","networkCode":"XRP","accountId":"a","address":"rX","tag":"123","tagType":"MultipleWithTag","callbackUrl":"https://shop.example/n"}';
const SAYS = {
  currency: 'XRP',
  networkCode: 'XRP',
  accountId: 'a',
  address: 'rX',
  tag: '123',
  tagType: 'MultipleWithTag',
  callbackUrl: 'https://shop.example/n',
};
const ALL = { currency: 'XRP', networkCode: 'XRP', accountId: 'a', callbackUrl: 'https://shop.example/n' };

export const createPaymentAddress: WireMessages = {
  operation: 'paymentAddresses.create',
  section: '001 Endpoints, POST /v2/payment-intents/deposit-addresses; 001 Single-address wallet',
  requests: [
    {
      line: 'POST /v2/payment-intents/deposit-addresses',
      body: '{"currency":"XRP","networkCode":"XRP","accountId":"a","callbackUrl":"https://shop.example/n"}',
      parameters: ALL,
    },
  ],
  replies: [{ about: 'with a tag', status: 200, body: WALLET, says: SAYS }],
  unreadable: ['{}', '[]'],
  wrong: (['currency', 'networkCode', 'accountId', 'callbackUrl'] as const).flatMap((field) => [
    { where: 'body' as const, json: JSON.stringify({ ...ALL, [field]: undefined }), field },
    { where: 'body' as const, json: JSON.stringify({ ...ALL, [field]: '' }), field },
  ]),
};

export const searchPaymentAddresses: WireMessages = {
  operation: 'paymentAddresses.search',
  section: '001 Endpoints, POST /v2/payment-intents/deposit-addresses/search',
  requests: [
    {
      line: 'POST /v2/payment-intents/deposit-addresses/search',
      body: '{"currency":"XRP","networkCode":"XRP","address":"rX","accountId":"a","skip":500,"take":500}',
      parameters: { currency: 'XRP', networkCode: 'XRP', address: 'rX', accountId: 'a', skip: 500, take: 500 },
    },
    { line: 'POST /v2/payment-intents/deposit-addresses/search', body: '{}', parameters: {} },
  ],
  replies: [{ about: 'an array', status: 200, body: `[${WALLET}]`, says: [SAYS] }],
  unreadable: ['{}'],
  wrong: [
    { where: 'body', json: '{"take":501}', field: 'take' },
    { where: 'body', json: '{"skip":-1}', field: 'skip' },
  ],
};
