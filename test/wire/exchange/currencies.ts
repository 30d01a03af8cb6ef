import type { WireMessages } from '../message.ts';

export const currencies: WireMessages = {
  operation: 'currencies.list',
  section: '000 Currencies; 000 Currency; 000 Network',
  requests: [{ line: 'GET /v1/currencies/', parameters: {} }],
  replies: [
    {
      about: 'a fiat currency without networks, and both spellings of the tag flag',
      status: 200,
      body: `[
        {"currency":"EUR","type":"Fiat"},
        {"currency":"XRP","type":"Crypto","networks":[
          {"addressType":"MultipleWithTag","IsTagRequiredForWithdrawals":true,"code":"XRP","name":"Ripple"}]},
        {"currency":"USDT","type":"Crypto","networks":[
          {"addressType":"Single","IsTagRequiredForWithdrawal":false,"code":"ETH","name":"Ethereum (ERC20)"},
          {"addressType":"Multiple","code":"TRX","name":"Tron (TRC20)"}]}
      ]`,
      says: [
        { currency: 'EUR', type: 'Fiat' },
        {
          currency: 'XRP',
          type: 'Crypto',
          networks: [{ addressType: 'MultipleWithTag', IsTagRequiredForWithdrawals: true, code: 'XRP', name: 'Ripple' }],
        },
        {
          currency: 'USDT',
          type: 'Crypto',
          networks: [
            { addressType: 'Single', IsTagRequiredForWithdrawal: false, code: 'ETH', name: 'Ethereum (ERC20)' },
            { addressType: 'Multiple', code: 'TRX', name: 'Tron (TRC20)' },
          ],
        },
      ],
    },
    { about: 'a region in which nothing is permitted', status: 200, body: '[]', says: [] },
  ],
  unreadable: ['{}', '[{"type":"Fiat"}]', '[{"currency":"EUR"'],
};
