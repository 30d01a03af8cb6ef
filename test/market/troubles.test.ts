import { expect, it } from 'vitest';
import { Troubles } from '../../src/market/troubles.ts';

const TOLD = { type: 'market-warning', symbol: 'BTC/EUR' } as const;

it('says of an end whether other troubles remain, and which ones come again behind it', () => {
  const troubles = new Troubles('BTC/EUR');
  expect(troubles.note({ crossed: 'c' })).toEqual([{ ...TOLD, kind: 'crossed', detail: 'c' }]);
  expect(troubles.note({ 'poll-failed': 'p' })).toEqual([{ ...TOLD, kind: 'poll-failed', detail: 'p', others: ['crossed'] }]);
  expect(troubles.note({ 'poll-failed': undefined, crossed: 'c' })).toEqual([
    { ...TOLD, kind: 'recovered', detail: 'no longer poll-failed', others: ['crossed'] },
    { ...TOLD, kind: 'crossed', detail: 'c', isAgain: true },
  ]);
  expect(troubles.note({ crossed: undefined })).toEqual([{ ...TOLD, kind: 'recovered', detail: 'no longer crossed' }]);
});

it('tells a trouble that begins as another one ends for the first time', () => {
  const troubles = new Troubles('BTC/EUR');
  troubles.note({ stale: 's' });
  expect(troubles.note({ stale: undefined, empty: 'e' })).toEqual([
    { ...TOLD, kind: 'recovered', detail: 'no longer stale', others: ['empty'] },
    { ...TOLD, kind: 'empty', detail: 'e' },
  ]);
});
