import { z } from 'zod';
import { webUrl } from '../webUrl.ts';
import { operation } from '../operation.ts';
import { mayBeEmpty, optional, requiredText, text } from '../wire.ts';
import { skip, take } from './intentFields.ts';

const wallet = z.object({
  currency: text,
  networkCode: text,
  accountId: text,
  address: text,
  tag: mayBeEmpty(text),
  tagType: mayBeEmpty(text),
  callbackUrl: mayBeEmpty(text),
});

const WALLET =
  '{"currency":"ADA","networkCode":"ADA_TEST","accountId":"customer-1","address":"addr_test1vpu5vlrf4xkxv2qpwngf6cjhtw542ayty80v8dyr49rf5eg57c2qv","tag":null,"tagType":"Multiple","callbackUrl":"https://shop.example/notify"}';

/** Permanent deposit addresses, one for each account of the merchant (001 Endpoints, single-address wallet). */
export const paymentAddresses = {
  'paymentAddresses.create': operation({
    about: 'A permanent address for one account of the merchant; each deposit to it makes an intent of its own',
    method: 'POST',
    path: '/v2/payment-intents/deposit-addresses',
    section: '001 Endpoints',
    auth: 'signed',
    // The address is permanent. Asking again gives the same one.
    repeat: 'idempotent',
    priority: 'account',
    request: {
      body: z.object({ currency: requiredText, networkCode: requiredText, accountId: requiredText, callbackUrl: webUrl }),
    },
    reply: { status: 200, body: wallet },
    example: {
      request: { currency: 'ADA', networkCode: 'ADA_TEST', accountId: 'customer-1', callbackUrl: 'https://shop.example/notify' },
      reply: WALLET,
    },
  }),
  'paymentAddresses.search': operation({
    about: 'Permanent addresses, newest first',
    method: 'POST',
    path: '/v2/payment-intents/deposit-addresses/search',
    section: '001 Endpoints',
    auth: 'signed',
    repeat: 'read',
    priority: 'account',
    request: {
      body: z.object({
        currency: optional(text),
        networkCode: optional(text),
        address: optional(text),
        accountId: optional(text),
        skip: optional(skip),
        take: optional(take),
      }),
    },
    reply: { status: 200, body: z.array(wallet) },
    paging: { style: 'skip-take' },
    example: { request: { accountId: 'customer-1', skip: '0', take: '100' }, reply: `[${WALLET}]` },
  }),
} as const;
