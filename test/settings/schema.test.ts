import { expect, it } from 'vitest';
import { TREASURY } from '../../src/daemon/treasury/accountOrders.ts';
import { OPERATOR } from '../../src/engine/operator.ts';
import { settingsSchema } from '../../src/settings/schema.ts';

it.each([OPERATOR, TREASURY])('takes no strategy of the name %s, under which orders of others are kept', (name) => {
  const read = (key: string) => settingsSchema.safeParse({ strategies: { [key]: { use: 'grid', symbol: 'BTC/EUR', budget: '5 EUR' } } });
  expect(read(name).success).toBe(false);
  expect(JSON.stringify(read(name).error)).toContain('and not operator or treasury, which stand for people and the treasury');
  expect(read(`${name}-2`).success).toBe(true);
});
