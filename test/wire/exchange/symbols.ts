import type { WireMessages } from '../message.ts';

export const symbols: WireMessages = {
  operation: 'symbols.list',
  section: '000 Spot trading, GET symbols; 000 Trading pair',
  requests: [{ line: 'GET /v1/spot-trading/symbols', query: 'page=0&count=100', parameters: { page: 0, count: 100 } }],
  replies: [
    {
      about: 'limits are floats: whole, fractional and with an exponent',
      status: 200,
      body: `{"total":2,"data":[
        {"symbol":"BTC/EUR","description":"Bitcoin to Euro","baseCurrency":"BTC","quoteCurrency":"EUR","minVolumeTrade":0.0001,"maxVolumeTrade":100.0,"precision":2,"volumeStep":1e-05},
        {"symbol":"XRP/EUR","description":"","baseCurrency":"XRP","quoteCurrency":"EUR","minVolumeTrade":5,"maxVolumeTrade":2000000,"precision":5,"volumeStep":0.1}]}`,
      says: {
        total: 2,
        data: [
          {
            symbol: 'BTC/EUR',
            description: 'Bitcoin to Euro',
            baseCurrency: 'BTC',
            quoteCurrency: 'EUR',
            minVolumeTrade: '0.0001',
            maxVolumeTrade: '100',
            precision: 2,
            volumeStep: '0.00001',
          },
          {
            symbol: 'XRP/EUR',
            description: '',
            baseCurrency: 'XRP',
            quoteCurrency: 'EUR',
            minVolumeTrade: '5',
            maxVolumeTrade: '2000000',
            precision: 5,
            volumeStep: '0.1',
          },
        ],
      },
    },
    { about: 'a page beyond the end', status: 200, body: '{"total":2,"data":[]}', says: { total: 2, data: [] } },
  ],
  unreadable: ['[]', '{"total":1}', '{"total":1.5,"data":[]}', '{"total":1,"data":[{"symbol":"BTC/EUR"}]}'],
  wrong: [
    { where: 'query', json: '{"page":0}', field: 'count' },
    { where: 'query', json: '{"count":10}', field: 'page' },
    { where: 'query', json: '{"page":-1,"count":10}', field: 'page' },
  ],
};
