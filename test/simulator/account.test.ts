import { expect, test } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { only, openVenue } from './venueUnderTest.ts';

interface StatisticsRow {
  readonly symbol: string;
  readonly lastPrice: number;
  readonly lowestAsk: number;
  readonly highestBid: number;
  readonly quoteVolume: number;
  readonly last24HTradeVolume: number;
  readonly highestPrice24H: number;
  readonly lowestPrice24H: number;
}

test('statistics have a day of history at the start, and count the trades of the user (000 Pair statistics item)', async () => {
  const { call, simulator } = openVenue();
  const row = async (): Promise<StatisticsRow> => ((await call('GET', '/v1/spot-trading/trading-pairs/stats')).json as StatisticsRow[])[0]!;
  const before = await row();
  expect(before).toMatchObject({ symbol: 'BTC/EUR', baseCurrency: 'BTC', quoteCurrency: 'EUR' });
  expect(before.lowestPrice24H).toBeLessThan(before.highestPrice24H);
  expect(before.quoteVolume / before.last24HTradeVolume).toBeGreaterThan(before.lowestPrice24H);
  expect(before.quoteVolume / before.last24HTradeVolume).toBeLessThan(before.highestPrice24H);
  await call('POST', '/v1/spot-trading/orders', { symbol: 'BTC/EUR', type: 'Market', side: 'Buy', amount: 0.5 });
  const after = await row();
  expect(after.last24HTradeVolume - before.last24HTradeVolume).toBeCloseTo(0.5, 6);
  expect(after.lastPrice).toBe(simulator.truth().trades.at(-1)!.price.toNumber());
  expect(after.lowestAsk).toBeGreaterThanOrEqual(after.lastPrice);
  expect(after.highestBid).toBe(before.highestBid);
});

test('the later fields name the pair and its volume in the target currency once more (000 Versioning, 29/08/2024)', async () => {
  const { call } = openVenue();
  const rows = (await call('GET', '/v1/spot-trading/trading-pairs/stats')).json as Record<string, unknown>[];
  for (const { baseCurrency, quoteCurrency, quoteVolume, ...row } of rows) {
    expect(row).toMatchObject({ base_currency: baseCurrency, target_currency: quoteCurrency, target_volume: quoteVolume });
  }
});

test.each(['fills', 'orders', 'growing'] as const)(
  'an execution as "%s" has its volume in the target currency, and the rest that was cancelled has none (000 Versioning, 29/08/2024)',
  async (trades) => {
    const { call } = openVenue({ balances: only({ EUR: '1000000', BTC: '1' }), behaviour: { trades } });
    const order = { symbol: 'BTC/EUR', type: 'Market', side: 'Buy' };
    await call('POST', '/v1/spot-trading/orders', { ...order, amount: 3 });
    const rest = await call('POST', '/v1/spot-trading/orders', { ...order, type: 'Limit', amount: 0.1, price: 1000 });
    await call('DELETE', `/v1/spot-trading/orders/${/"id":(\d+)/.exec(rest.text)![1]!}`);
    const { items } = (await call('GET', '/v1/spot-trading/trades?page=0&count=100')).json as { items: Record<string, unknown>[] };
    const [canceled, ...executed] = items;
    expect(canceled).toMatchObject({ status: 'Canceled' });
    expect(canceled).not.toHaveProperty('target_volume');
    expect(executed.length).toBeGreaterThan(0);
    for (const { price, amount, target_volume: volume } of executed) expect(volume).toBeCloseTo(Number(price) * Number(amount), 4);
  },
);

test('symbols are paged, with the rules of each pair (000 Trading pair)', async () => {
  const { call } = openVenue();
  const symbols = async (query: string): Promise<unknown> => (await call('GET', `/v1/spot-trading/symbols?${query}`)).json;
  expect(await symbols('page=0&count=1')).toEqual({
    total: 7,
    data: [
      {
        symbol: 'BTC/EUR',
        description: 'Bitcoin to Euro',
        baseCurrency: 'BTC',
        quoteCurrency: 'EUR',
        minVolumeTrade: 0.0001,
        maxVolumeTrade: 100,
        precision: 2,
        volumeStep: 0.00001,
      },
    ],
  });
  expect(await symbols('page=3&count=2')).toMatchObject({ total: 7, data: [{ symbol: 'BTC/USDT' }] });
  expect(await symbols('page=4&count=2')).toEqual({ total: 7, data: [] });
});

test('currencies that regulation forbids are not listed, and only crypto currencies have networks (000 Currencies)', async () => {
  const { call } = openVenue({ market: { restrictedCurrencies: ['XRP'] } });
  const { json } = await call('GET', '/v1/currencies/');
  const rows = json as { currency: string; type: string; networks?: { code: string }[] }[];
  expect(rows.map(({ currency }) => currency)).toEqual(['EUR', 'BTC', 'ETH', 'SOL', 'LTC', 'USDT', 'USD', 'GBP', 'XLM', 'ALGO']);
  expect(rows[0]).toEqual({ currency: 'EUR', type: 'Fiat' });
  expect(rows[1]).toMatchObject({
    type: 'Crypto',
    networks: [{ code: 'BTC', addressType: 'Multiple', IsTagRequiredForWithdrawals: false }],
  });
});

test('balances tell what is held, and a value in US dollars at the last price (000 Wallet balance)', async () => {
  const { call } = openVenue({ balances: only({ EUR: '100.005', BTC: '0.1', USDT: '3' }) });
  const order = await call('POST', '/v1/spot-trading/orders', {
    symbol: 'BTC/EUR',
    type: 'Limit',
    side: 'Sell',
    amount: 0.04,
    price: 90000.5,
  });
  expect(order.status).toBe(201);
  const { json } = await call('GET', '/v1/balances');
  const last = ((await call('GET', '/v1/spot-trading/trading-pairs/stats')).json as StatisticsRow[])[0]!.lastPrice;
  expect(json).toMatchObject([
    { name: 'Euro', type: 'Fiat', currency: 'EUR', totalBalance: 100.005, availableBalance: 100.005, totalBalanceUsd: 108 },
    { currency: 'BTC', totalBalance: 0.1, availableBalance: 0.06, availableWithdrawalBalance: 0.06 },
    { currency: 'USDT', totalBalanceUsd: 3 },
  ]);
  expect((json as { totalBalanceUsd: number }[])[1]!.totalBalanceUsd).toBeCloseTo(0.1 * last * 1.08, 1);
});

test('a wallet of a currency that is not traded has a value in US dollars too, at its fixed price (000 Wallet balance)', async () => {
  const { call } = openVenue({ balances: only({ XLM: '100', GBP: '10', USD: '7.005' }), credit: { ALGO: dec('5') } });
  expect((await call('GET', '/v1/balances')).json).toEqual([
    {
      name: 'Stellar',
      type: 'Crypto',
      currency: 'XLM',
      totalBalance: 100,
      availableBalance: 100,
      totalBalanceUsd: 27,
      availableBalanceUsd: 27,
      availableWithdrawalBalance: 100,
      availableWithdrawalBalanceUsd: 27,
    },
    expect.objectContaining({ currency: 'GBP', totalBalanceUsd: 12.63, availableBalanceUsd: 12.63, availableWithdrawalBalanceUsd: 12.63 }),
    expect.objectContaining({ currency: 'USD', totalBalanceUsd: 7, availableBalanceUsd: 7, availableWithdrawalBalanceUsd: 7 }),
    expect.objectContaining({ currency: 'ALGO', totalBalanceUsd: 1.08, availableBalanceUsd: 1.08, availableWithdrawalBalanceUsd: 0 }),
  ]);
});

test.each([
  [{ DOGE: '1' }, 'opening balance: DOGE is not a currency of the simulator; expected one of EUR, BTC'],
  [{ EUR: '-1' }, 'opening balance: EUR must be 0 or more, not -1'],
])('the opening balance %j is refused with what was expected', (balances, message) => {
  expect(() => openVenue({ balances: only(balances) })).toThrow(message);
});
