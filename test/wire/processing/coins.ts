import type { WireMessages } from '../message.ts';

export const coins: WireMessages = {
  operation: 'coins.list',
  section: '001 Endpoints, GET /v1/currencies; 001 Coin listing',
  requests: [{ line: 'GET /v1/currencies', parameters: {} }],
  replies: [
    {
      about: 'a real and a virtual fiat currency, with the flag on either',
      status: 200,
      body: '[{"fiatCurrency":"EUR","fiatCurrencyName":"Euro","isVirtual":false,"IsTagRequiredForWithdrawals":false,"coins":[{"coin":"XRP","name":"XRP","coinNetworks":[{"addressType":"MultipleWithTag","networkCode":"XRP","networkName":"XRP Ledger","order":1}]}]},{"fiatCurrency":"PTS","fiatCurrencyName":"Points","isVirtual":true,"coins":[]}]',
      says: [
        {
          fiatCurrency: 'EUR',
          fiatCurrencyName: 'Euro',
          isVirtual: false,
          IsTagRequiredForWithdrawals: false,
          coins: [
            {
              coin: 'XRP',
              name: 'XRP',
              coinNetworks: [{ addressType: 'MultipleWithTag', networkCode: 'XRP', networkName: 'XRP Ledger', order: 1 }],
            },
          ],
        },
        { fiatCurrency: 'PTS', fiatCurrencyName: 'Points', isVirtual: true, coins: [] },
      ],
    },
    { about: 'nothing on offer', status: 200, body: '[]', says: [] },
  ],
  unreadable: ['{}', '[{"fiatCurrency":"EUR"}]'],
};
