/** A demo that trades at once and often. */
export const DAEMON_CONFIG = `mode: demo
venue: { rateLimit: { perSecond: 100, burst: 100 }, knows: { replace: atomic-keeps-id } }
poll: { books: 250ms, orders: 250ms, trades: 250ms, balances: 1s }
risk: { symbols: [BTC/EUR, LTC/EUR], maxOrderValue: 5000 EUR }
strategies:
  btc-maker:
    use: maker
    symbol: BTC/EUR
    budget: 20000 EUR
    params: { spreadBps: 4, size: 0.01, smooth: 2, maxBase: 0.3 }
`;
