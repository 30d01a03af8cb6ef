import { expect, test } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { filledOf } from '../../src/gateway/filledOf.ts';
import type { Fill } from '../../src/model/fill.ts';
import type { FillLog } from '../../src/model/journal.ts';

const LOGGED = [
  { orderId: '7', amount: dec('0.1') },
  { orderId: '8', amount: dec('5') },
  { orderId: '7', amount: dec('0.2') },
];

const fillLog = {
  fills: ({ orderId }: { readonly orderId?: string }) =>
    Promise.resolve(LOGGED.filter((fill) => orderId === undefined || fill.orderId === orderId).map((fill) => ({ fill: fill as Fill }))),
} as unknown as FillLog;

test('an order is filled by the sum of its fills, and of no others', async () => {
  expect((await filledOf(fillLog, '7')).toFixed()).toBe('0.3');
  expect((await filledOf(fillLog, '9')).toFixed()).toBe('0');
});
