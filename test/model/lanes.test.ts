import { expect, it } from 'vitest';
import { conversionLane, orderLane } from '../../src/model/command.ts';
import { type IntentState, UNRESOLVED } from '../../src/model/intent.ts';
import { currenciesOf } from '../../src/model/pair.ts';

it('gives each symbol a lane, and each direction of a conversion its own', () => {
  const lanes = [orderLane('BTC/EUR'), orderLane('ETH/EUR'), conversionLane('BTC', 'EUR'), conversionLane('EUR', 'BTC')];
  expect(new Set(lanes).size).toBe(lanes.length);
  expect(orderLane('BTC/EUR')).toBe('spot:BTC/EUR');
  expect(conversionLane('EUR', 'BTC')).toBe('convert:EUR>BTC');
});

it('counts as unresolved what nobody can say yet, and nothing that is proven', () => {
  const states: readonly IntentState[] = ['sending', 'acknowledged', 'rejected', 'not-sent', 'unknown', 'adopted', 'quarantined'];
  expect(states.filter((state) => UNRESOLVED.includes(state))).toEqual(['sending', 'unknown', 'quarantined']);
});

it('takes a symbol apart (000 Trading pair)', () => {
  expect(currenciesOf('BTC/EUR')).toEqual({ base: 'BTC', quote: 'EUR' });
  expect(currenciesOf('1INCH/USDT')).toEqual({ base: '1INCH', quote: 'USDT' });
});

it.each(['', 'BTC', 'BTC/', '/EUR', 'BTC/EUR/USD', 'BTC-EUR', ' BTC/EUR', 'BTC/EUR\n', 'B TC/EUR', `${'A'.repeat(21)}/EUR`])(
  'refuses the symbol %j',
  (text) => {
    expect(currenciesOf(text)).toBeUndefined();
  },
);
