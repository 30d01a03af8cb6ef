import { expect, test } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { profitText } from '../../src/daemon/profitText.ts';

test('profits are summed by currency, with its decimals, whether they are money or text', () => {
  const rows = [
    { symbol: 'BTC/EUR', profit: dec('12.345678') },
    { symbol: 'ETH/EUR', profit: '-2.5' },
    { symbol: 'ETH/BTC', profit: dec('0.001') },
  ];
  expect(profitText(rows)).toBe('+9.85 EUR, +0.00100000 BTC');
});

test('a currency in which one profit can not be told has a dash', () => {
  expect(profitText([{ symbol: 'BTC/EUR', profit: dec('1') }, { symbol: 'ETH/EUR' }, { symbol: 'BTC/EUR', profit: dec('1') }])).toBe(
    '– EUR',
  );
});
