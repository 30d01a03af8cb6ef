import type { WireMessages } from '../message.ts';

export const balances: WireMessages = {
  operation: 'balances.list',
  section: '000 Wallet balance; 000 Balances (the path is ours: it is not shown)',
  requests: [{ line: 'GET /v1/balances', parameters: {} }],
  replies: [
    {
      about: 'eighteen decimals, more than 2^53 of something, and a wallet without US dollar figures',
      status: 200,
      body: `[
        {"name":"Ethereum","type":"Crypto","currency":"ETH","totalBalance":20.000000000000000001,"availableBalance":19.5,"totalBalanceUsd":46440.00,"availableBalanceUsd":45279.00,"availableWithdrawalBalance":19.5,"availableWithdrawalBalanceUsd":45279},
        {"name":"Shiba","type":"Crypto","currency":"SHIB","totalBalance":9007199254740993.5,"availableBalance":0}]`,
      says: [
        {
          name: 'Ethereum',
          type: 'Crypto',
          currency: 'ETH',
          totalBalance: '20.000000000000000001',
          availableBalance: '19.5',
          totalBalanceUsd: '46440',
          availableBalanceUsd: '45279',
          availableWithdrawalBalance: '19.5',
          availableWithdrawalBalanceUsd: '45279',
        },
        { name: 'Shiba', type: 'Crypto', currency: 'SHIB', totalBalance: '9007199254740993.5', availableBalance: '0' },
      ],
    },
  ],
  unreadable: ['{"EUR":1}', '[{"currency":"EUR","totalBalance":1}]'],
};
