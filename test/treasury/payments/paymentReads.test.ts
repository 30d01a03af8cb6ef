import { expect, it } from 'vitest';
import type { Ask, Texts } from '../../../src/treasury/payments/ask.ts';
import { given } from '../../../src/treasury/payments/ask.ts';
import { readPayments } from '../../../src/treasury/payments/paymentReads.ts';

/** A venue with so many payments, newest first, of which one more arrives before each page. */
function growing(count: number): { readonly ask: Ask<'processing'>; readonly asked: Texts[] } {
  const ids = Array.from({ length: count }, (_, i) => `p-${count - i}`);
  const asked: Texts[] = [];
  const ask = (_operation: string, params: Texts): Promise<unknown> => {
    asked.push(params);
    ids.unshift(`new-${asked.length}`);
    const [skip, take] = [Number(params['skip']), Number(params['take'])];
    return Promise.resolve(ids.slice(skip, skip + take).map((id) => ({ id, status: 'Pending' })));
  };
  return { ask: ask as Ask<'processing'>, asked };
}

it('reads every page, and counts once what new payments push onto the next one (001 Conventions: newest first)', async () => {
  const { ask, asked } = growing(1200);
  const rows = await readPayments(ask, { from: 0, customOrderId: 'o' });
  expect(asked.map(({ skip }) => skip)).toEqual(['0', '500', '1000']);
  expect(asked[0]).toEqual({ customOrderId: 'o', createdDateFrom: '1970-01-01T00:00:00.000Z', skip: '0', take: '500' });
  const ids = rows.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => id.startsWith('p-'))).toHaveLength(1200);
});

it('reads no more than is wanted', async () => {
  const { ask, asked } = growing(1200);
  expect(await readPayments(ask, {}, 7)).toHaveLength(7);
  expect(asked).toEqual([{ skip: '0', take: '7' }]);
});

it('reads as many as are wanted, though new ones push known ones onto the next page', async () => {
  const { ask, asked } = growing(1200);
  expect(await readPayments(ask, {}, 600)).toHaveLength(600);
  expect(asked).toHaveLength(2);
});

it('leaves out what was not given', () => {
  expect(given({ a: '1', b: undefined })).toEqual({ a: '1' });
});

it('rejects where the venue gives the same page again and again, and reads no further', async () => {
  let asked = 0;
  const page = Array.from({ length: 500 }, (_, i) => ({ id: `p-${i}`, status: 'Pending' }));
  const ask = (_operation: string, _params: Texts): Promise<unknown> =>
    ++asked < 20 ? Promise.resolve(page) : Promise.reject(new Error('asked again and again'));
  await expect(readPayments(ask as Ask<'processing'>, {})).rejects.toMatchObject({
    code: 'venue-failure',
    message: expect.stringContaining('skip 500') as string,
  });
  expect(asked).toBe(2);
});
