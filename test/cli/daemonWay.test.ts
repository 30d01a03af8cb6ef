import { expect, it } from 'vitest';
import { venueThrough } from '../../src/cli/daemonWay.ts';
import type { ControlClient } from '../../src/control/controlClient.ts';

const order = (id: number) => ({ id, symbol: 'BTC/EUR', type: 'Limit', side: 'Buy', amount: 1, price: 50_000 });

it('lists each open order once, of a venue that answers page 0 as page 1 too', async () => {
  const orders = Array.from({ length: 150 }, (_, at) => order(at + 1));
  const asked: string[] = [];
  const call = async (_: string, { page, count }: Record<string, string>) => {
    asked.push(page!);
    await Promise.resolve();
    const from = (Math.max(1, Number(page)) - 1) * Number(count);
    const text = JSON.stringify({ total: orders.length, items: orders.slice(from, from + Number(count)) });
    return { bytes: new TextEncoder().encode(text) };
  };
  const { openOrders } = venueThrough({ call } as unknown as ControlClient);
  expect((await openOrders()).map(({ id }) => id)).toEqual(orders.map(({ id }) => String(id)));
  expect(asked[0]).toBe('0');
});
