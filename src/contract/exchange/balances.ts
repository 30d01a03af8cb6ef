import { z } from 'zod';
import { operation } from '../operation.ts';
import { decimal, incidental, text } from '../wire.ts';

export const balance = z.object({
  name: incidental(text),
  type: incidental(text),
  currency: text,
  totalBalance: decimal,
  availableBalance: decimal,
  totalBalanceUsd: incidental(decimal),
  availableBalanceUsd: incidental(decimal),
  availableWithdrawalBalance: incidental(decimal),
  availableWithdrawalBalanceUsd: incidental(decimal),
});

/** Wallet balances (000 Balances). */
export const balances = {
  'balances.list': operation({
    about: 'Wallet balances; the path is not shown in the specification and is a setting',
    method: 'GET',
    path: '/v1/balances',
    section: '000 Balances',
    auth: 'signed',
    repeat: 'read',
    priority: 'account',
    request: {},
    reply: { status: 200, body: z.array(balance) },
    example: {
      request: {},
      reply:
        '[{"name":"Euro","type":"Fiat","currency":"EUR","totalBalance":100000.00,"availableBalance":99950.00,"totalBalanceUsd":108000.00,"availableBalanceUsd":107946.00,"availableWithdrawalBalance":99950.00,"availableWithdrawalBalanceUsd":107946.00}]',
    },
  }),
} as const;
