import { z } from 'zod';
import { operation } from '../operation.ts';
import { optional, text } from '../wire.ts';

export const network = z.object({
  addressType: text,
  // The specification spells the flag in two ways (000 Network).
  IsTagRequiredForWithdrawals: optional(z.boolean()),
  IsTagRequiredForWithdrawal: optional(z.boolean()),
  code: text,
  name: text,
});

export const currency = z.object({ currency: text, type: text, networks: optional(z.array(network)) });

/** The currencies that may be held and moved in the account's region (000 Currencies). */
export const currencies = {
  'currencies.list': operation({
    about: 'Currencies and networks that are permitted in the region of the account',
    method: 'GET',
    path: '/v1/currencies/',
    section: '000 Currencies',
    auth: 'signed',
    repeat: 'read',
    priority: 'history',
    request: {},
    reply: { status: 200, body: z.array(currency) },
    example: {
      request: {},
      reply:
        '[{"currency":"EUR","type":"Fiat"},{"currency":"BTC","type":"Crypto","networks":[{"addressType":"Multiple","IsTagRequiredForWithdrawals":false,"code":"BTC","name":"Bitcoin"}]}]',
    },
  }),
} as const;
