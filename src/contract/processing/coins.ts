import { z } from 'zod';
import { operation } from '../operation.ts';
import { optional, text } from '../wire.ts';
import { coinNetwork } from './intentFields.ts';

/** Whether a tag is required is told of the fiat currency here, and not of each network (001 Coin listing). */
const listedNetwork = coinNetwork.omit({ IsTagRequiredForWithdrawals: true });

const fiatCoins = z.object({
  fiatCurrency: text,
  fiatCurrencyName: optional(text),
  isVirtual: optional(z.boolean()),
  IsTagRequiredForWithdrawals: optional(z.boolean()),
  coins: z.array(z.object({ coin: text, name: optional(text), coinNetworks: z.array(listedNetwork) })),
});

/** The coins that can be paid with and paid out (001 Coin listing). */
export const coins = {
  'coins.list': operation({
    about: 'Fiat currencies with the coins and networks in which they may be paid and paid out',
    method: 'GET',
    path: '/v1/currencies',
    section: '001 Coin listing',
    auth: 'signed',
    repeat: 'read',
    priority: 'history',
    request: {},
    reply: { status: 200, body: z.array(fiatCoins) },
    example: {
      request: {},
      reply:
        '[{"fiatCurrency":"EUR","fiatCurrencyName":"Euro","isVirtual":false,"IsTagRequiredForWithdrawals":false,"coins":[{"coin":"USDT","name":"Tether","coinNetworks":[{"addressType":"Multiple","networkCode":"BNB_TEST","networkName":"BNB Smart Chain testnet","order":1}]}]}]',
    },
  }),
} as const;
