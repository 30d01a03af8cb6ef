import { describe, expect, it } from 'vitest';
import { marketFaults } from '../../src/loading/marketFaults.ts';

const PAIRS = ['left', 'right'];

describe('marketFaults', () => {
  it.each([
    ['one market has its symbol', undefined, { symbol: 'BTC/EUR' }],
    ['named markets are all given', PAIRS, { markets: { left: 'ETH/EUR', right: 'BTC/EUR' } }],
    ['any takes names', 'any', { markets: { left: 'ETH/EUR' } }],
    ['any takes a list', 'any', { markets: ['ETH/EUR', 'BTC/EUR'] }],
  ] as const)('%s', (_what, declared, given) => {
    expect(marketFaults(declared, given)).toEqual([]);
  });

  it.each([
    ['several where it trades one', undefined, { markets: ['BTC/EUR'] }, 'markets', 'this strategy trades one market: give its symbol'],
    [
      'a symbol where it trades several',
      PAIRS,
      { symbol: 'BTC/EUR' },
      'symbol',
      'this strategy trades several markets: give them, as in markets: { left: BTC/EUR, right: ETH/EUR }',
    ],
    [
      'a list where it has names',
      PAIRS,
      { markets: ['BTC/EUR'] },
      'markets',
      'this strategy names its markets: say which is which of left, right',
    ],
    [
      'a misspelt name',
      PAIRS,
      { markets: { left: 'ETH/EUR', rigth: 'BTC/EUR' } },
      'markets.rigth',
      'this strategy has no market rigth; did you mean right?',
    ],
    [
      'a name of no market',
      PAIRS,
      { markets: { left: 'ETH/EUR', right: 'SOL/EUR', third: 'BTC/EUR' } },
      'markets.third',
      'this strategy has no market third; its markets are left, right',
    ],
    ['a missing one', PAIRS, { markets: { left: 'ETH/EUR' } }, 'markets', "right is missing: this strategy's markets are left, right"],
  ] as const)('refuses %s', (_what, declared, given, path, message) => {
    const faults = marketFaults(declared, given).map((fault) => `${fault.path.join('.')}: ${fault.message}`);
    expect(faults).toContain(`${path}: ${message}`);
  });
});
