/** The pair as ccxt describes one. */
export const MARKET = {
  id: 'BTC-EUR',
  symbol: 'BTC/EUR',
  base: 'BTC',
  quote: 'EUR',
  baseId: 'BTC',
  quoteId: 'EUR',
  active: true,
  type: 'spot',
  spot: true,
  contract: false,
  taker: 0.002,
  maker: 0.001,
  precision: { amount: 0.00001, price: 0.01 },
  limits: { amount: { min: 0.0001, max: 100 } },
  // Binance lists the order types with the pair.
  info: { orderTypes: ['LIMIT', 'MARKET'] },
};
