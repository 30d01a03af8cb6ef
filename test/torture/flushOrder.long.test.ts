import { expect, test } from 'vitest';
import { flushOrder } from './flushOrder.ts';

test('the journal of an order is flushed before its first byte leaves', async ({ skip }) => {
  const faults = (await flushOrder()) ?? skip('NOT TESTED: strace is not installed, or may not look at processes here');
  expect(faults).toEqual([]);
});
