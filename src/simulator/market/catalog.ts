import { assert } from '../../base/assert.ts';
import { type Decimal, dec } from '../../base/decimal.ts';
import { seededRandom } from '../../base/random.ts';
import { gridOf } from '../../model/grid.ts';
import type { Pair } from '../../model/pair.ts';

export interface SimulatedCurrency {
  readonly code: string;
  readonly name: string;
  readonly type: 'Fiat' | 'Crypto';
  /** How many decimals an amount may have in a conversion. */
  readonly decimals: number;
  /** The price in euro around which the simulated market moves. A signal, not money. */
  readonly euro: number;
  /** How far the price moves per square root of a second, as a share of the price. */
  readonly volatility: number;
}

export interface Catalog {
  readonly currencies: readonly SimulatedCurrency[];
  readonly pairs: readonly Pair[];
}

const EURO: SimulatedCurrency = { code: 'EUR', name: 'Euro', type: 'Fiat', decimals: 2, euro: 1, volatility: 0 };

/** A fixed rate in US dollars for one euro, by which the USD columns of statistics and balances are worked out. */
export const USD_PER_EURO: Decimal = dec('1.08');

const MAIN: readonly SimulatedCurrency[] = [
  EURO,
  crypto('BTC', 'Bitcoin', 61_250, 0.00007),
  crypto('ETH', 'Ethereum', 2150, 0.00009),
  crypto('SOL', 'Solana', 141, 0.00012),
  crypto('XRP', 'XRP', 0.5321, 0.0001),
  crypto('LTC', 'Litecoin', 82.4, 0.0001),
  crypto('USDT', 'Tether', 0.92593, 0.000005),
  // These are not traded; they can be deposited and withdrawn.
  { code: 'USD', name: 'US Dollar', type: 'Fiat', decimals: 2, euro: 0.925925925925926, volatility: 0 },
  { code: 'GBP', name: 'Pound Sterling', type: 'Fiat', decimals: 2, euro: 1.17, volatility: 0 },
  crypto('XLM', 'Stellar', 0.25, 0),
  crypto('ALGO', 'Algorand', 0.2, 0),
];

const MAIN_PAIRS: readonly Pair[] = [
  pair('BTC/EUR', 'Bitcoin to Euro', 2, '0.00001', '0.0001', '100'),
  pair('ETH/EUR', 'Ethereum to Euro', 2, '0.0001', '0.001', '1000'),
  pair('SOL/EUR', 'Solana to Euro', 3, '0.001', '0.01', '20000'),
  pair('XRP/EUR', 'XRP to Euro', 6, '0.1', '5', '2000000'),
  pair('LTC/EUR', 'Litecoin to Euro', 3, '0.001', '0.02', '20000'),
  pair('ETH/BTC', 'Ethereum to Bitcoin', 6, '0.001', '0.005', '1000'),
  pair('BTC/USDT', 'Bitcoin to Tether', 2, '0.00001', '0.0001', '100'),
  pair('USDT/EUR', 'Tether to Euro', 5, '0.01', '5', '2000000'),
];

/** Six pairs in euro and bitcoin, one in tether, tether itself, and as many made-up ones (`S001/EUR`) as it takes to reach `symbols`. */
export function catalogOf(symbols: number, seed: number | string): Catalog {
  assert(Number.isInteger(symbols) && symbols >= 1 && symbols <= 999, `a market has 1 to 999 pairs, not ${symbols}`);
  const random = seededRandom(`${seed}/catalog`);
  const currencies = [...MAIN];
  const pairs = MAIN_PAIRS.slice(0, symbols);
  for (let i = pairs.length; i < symbols; i++) {
    const code = `S${String(i - MAIN_PAIRS.length + 1).padStart(3, '0')}`;
    currencies.push(crypto(code, `Synthetic ${code}`, 5 + random.int(500), 0.00006 + random.next() * 0.00006));
    pairs.push(pair(`${code}/EUR`, `Synthetic ${code} to Euro`, 4, '0.001', '0.01', '100000'));
  }
  return { currencies, pairs };
}

function crypto(code: string, name: string, euro: number, volatility: number): SimulatedCurrency {
  return { code, name, type: 'Crypto', decimals: 8, euro, volatility };
}

function pair(symbol: string, description: string, precision: number, step: string, least: string, most: string): Pair {
  const [base, quote] = symbol.split('/') as [string, string];
  return { symbol, description, base, quote, grid: gridOf(precision, dec(step)), minVolume: dec(least), maxVolume: dec(most) };
}
