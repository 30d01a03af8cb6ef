import type { DeclaredMarkets } from '../engine/strategy.ts';
import { didYouMean } from '../base/didYouMean.ts';

/** What the configuration gives a strategy, as far as it can be read. */
interface Given {
  readonly symbol?: unknown;
  readonly markets?: unknown;
}

/** Pairs for an example. No two may be the same. */
const EXAMPLES: readonly string[] = ['BTC/EUR', 'ETH/EUR', 'SOL/EUR', 'ETH/BTC', 'LTC/EUR'];

interface MarketFault {
  /** Below the strategy. */
  readonly path: readonly string[];
  readonly message: string;
  readonly atKey?: boolean;
}

/** How the markets in the configuration differ from those that the strategy declares. */
export function marketFaults(declared: DeclaredMarkets, { symbol, markets }: Given): MarketFault[] {
  if (declared === undefined) {
    return markets === undefined ? [] : [{ path: ['markets'], message: 'this strategy trades one market: give its symbol', atKey: true }];
  }
  if (markets === undefined) {
    const example =
      declared === 'any' ? '[BTC/EUR, ETH/EUR]' : `{ ${declared.map((name, i) => `${name}: ${EXAMPLES[i] ?? '…'}`).join(', ')} }`;
    const message = `this strategy trades several markets: give them, as in markets: ${example}`;
    return [{ path: [symbol === undefined ? 'use' : 'symbol'], message, atKey: symbol !== undefined }];
  }
  return declared === 'any' || typeof markets !== 'object' || markets === null ? [] : namedFaults(declared, markets);
}

function namedFaults(declared: readonly string[], markets: object): MarketFault[] {
  const asked = declared.join(', ');
  if (Array.isArray(markets)) return [{ path: ['markets'], message: `this strategy names its markets: say which is which of ${asked}` }];
  const given = Object.keys(markets);
  const missing = declared.filter((name) => !given.includes(name));
  const unknown = given.filter((name) => !declared.includes(name));
  return [
    ...unknown.map((name) => {
      const near = didYouMean(name, missing);
      const message = `this strategy has no market ${name}; ${near === undefined ? `its markets are ${asked}` : `did you mean ${near}?`}`;
      return { path: ['markets', name], message, atKey: true };
    }),
    ...missing.map((name) => ({ path: ['markets'], message: `${name} is missing: this strategy's markets are ${asked}`, atKey: true })),
  ];
}
