import { expect, it } from 'vitest';
import { tellsTrouble } from '../../src/base/tellNews.ts';

it(`${tellsTrouble.name} gives a trouble that lasts its beginning and its end`, () => {
  const told: unknown[] = [];
  const tell = tellsTrouble((...news) => told.push(news));
  tell('an order was odd');
  tell('the store is away', 'store');
  tell('the store is back', 'store', true);
  expect(told).toEqual([
    ['an order was odd', { level: 'warn', event: 'trouble', begins: [] }],
    ['the store is away', { level: 'warn', event: 'trouble', begins: ['store'] }],
    ['the store is back', { level: 'info', event: 'trouble-over', ends: ['store'] }],
  ]);
});
