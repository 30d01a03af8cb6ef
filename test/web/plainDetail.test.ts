import { expect, it } from 'vitest';
import { plainDetail, plainName, plainValue } from '../../web/pure/plainDetail.ts';

it('says members in words, and times as times', () => {
  expect(plainDetail('place strategy="btc-maker" symbol="BTC/EUR" price=61250.1 decidedAt=1795533747639')).toBe(
    'place strategy btc-maker, symbol BTC/EUR, price 61250.1, decided at 15:22:27.639',
  );
  expect(plainDetail('order-closed orderId="7" end="filled" reason=undefined')).toBe('order-closed order id 7, end filled');
});

it('leaves what is no member as it is', () => {
  for (const text of ['passed: lane, balance; no limit: turnover', 'BTC/EUR bid 1 (2), ask 3 (4)', 'size = 3', 'list=[1,2]']) {
    expect(plainDetail(text)).toBe(text);
  }
});

it('knows names, times and values', () => {
  expect([plainName('newOrderId'), plainValue('"a b"'), plainValue(5), plainValue(1_795_533_747_639), plainValue({ a: 1 })]).toEqual([
    'new order id',
    'a b',
    '5',
    '15:22:27.639',
    '{"a":1}',
  ]);
});
