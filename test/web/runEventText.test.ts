import { expect, it } from 'vitest';
import { runEventText } from '../../web/pure/runEventText.ts';

const textOf = (type: string, members: Readonly<Record<string, unknown>>): string => runEventText({ type, text: JSON.stringify(members) });
const ORDER = { strategy: 'eth-grid', symbol: 'ETH/EUR', order: '4', side: 'Buy', price: '2143.13', amount: '0.0999' };

it.each([
  [
    'fill',
    { ...ORDER, fee: '0.21', feeCurrency: 'EUR', feeType: 'Maker' },
    'eth-grid: filled Buy 0.0999 ETH/EUR at 2,143.13, fee 0.21 EUR (Maker), order 4',
  ],
  ['place', ORDER, 'eth-grid: places Buy 0.0999 ETH/EUR at 2,143.13 as order 4'],
  ['replace', ORDER, 'eth-grid: replaces order 4 by Buy 0.0999 ETH/EUR at 2,143.13'],
  ['cancel', ORDER, 'eth-grid: cancels order 4 of ETH/EUR'],
  ['refused', { strategy: 's', rule: 'lane', message: 'it is shut' }, 's: refused by lane: it is shut'],
  ['order-opened', { order: '1', amount: '2', price: '3' }, 'order 1 is open: 2 at 3'],
  ['order-replaced', { order: '4', newOrderId: '5', amount: '2', price: '3' }, 'order 4 was replaced by 5: 2 at 3'],
  ['order-closed', { order: '5', end: 'filled', filled: '0.0999' }, 'order 5 is closed: filled, 0.0999 were executed'],
  ['intent-refused', { kind: 'replace', message: 'order 10 is not open' }, 'the venue refused a replace: order 10 is not open'],
  ['cancel-accepted', { order: '3' }, 'the cancel of order 3 was taken'],
  ['cancel-failed', { order: '2', reason: 'it is not open' }, 'the cancel of order 2 did not take: it is not open'],
  ['strategy-state', { strategy: 's', state: 'running' }, 's: is running'],
  ['market-warning', { symbol: 'ETH/EUR', detail: 'no book for 3.7 s' }, 'ETH/EUR: no book for 3.7 s'],
])('says a %s in the words of the event log', (type, members, words) => {
  expect(textOf(type, members)).toBe(words);
});

it('says what it has no words for by its members, with times as times', () => {
  expect(textOf('converted', { strategy: 's', decidedAt: 1_795_533_747_639, rate: '2' })).toBe('s: decided at 15:22:27.639, rate 2');
  expect(textOf('toString', { a: 1, none: null })).toBe('a 1');
});

it('leaves what is no JSON as it is', () => {
  expect([runEventText({ type: 'fill', text: 'cut of' }), runEventText({ type: 'fill', text: '5' })]).toEqual(['cut of', '5']);
  expect(textOf('place', {})).toBe('places – – – as order –');
});
