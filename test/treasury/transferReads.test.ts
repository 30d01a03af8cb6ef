import { describe, expect, it } from 'vitest';
import { type TransferCalls, transferReads } from '../../src/treasury/transferReads.ts';

/** Calls that are answered by a function of what they ask for. */
function callsOf(answer: (params: Readonly<Record<string, number>>) => Promise<unknown>): TransferCalls {
  const prepare = (_operation: string, params: unknown): unknown => params;
  const send = async (params: unknown): Promise<unknown> => ({ reply: await answer(params as Readonly<Record<string, number>>) });
  return { prepare, send } as unknown as TransferCalls;
}

const rows = Array.from({ length: 700 }, (_, i) => ({ id: `p-${i}`, customOrderId: 'o' }));

describe(transferReads, () => {
  it('rejects where the venue gives the same page again and again, and reads no further', async () => {
    let asked = 0;
    const calls = callsOf(() => (++asked < 20 ? Promise.resolve(rows.slice(0, 500)) : Promise.reject(new Error('again and again'))));
    await expect(transferReads(calls, 0).payouts(undefined, 0)).rejects.toMatchObject({ code: 'venue-failure' });
    expect(asked).toBe(2);
  });

  it('counts a payment once that a new one has pushed onto the next page', async () => {
    const all = [...rows];
    const calls = callsOf(({ skip, take }) => {
      const page = all.slice(skip, skip! + take!);
      all.unshift({ id: `new-${skip}`, customOrderId: 'o' });
      return Promise.resolve(page);
    });
    const found = await transferReads(calls, 0).payments('o', 0);
    expect(found.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  });
});
