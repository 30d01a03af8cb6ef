import { expect, it } from 'vitest';
import { proofText } from '../../src/gateway/proofText.ts';

const QUIET = Date.UTC(2026, 10, 20, 10);

it.each([
  [{ openOrders: 2, isAlive: true }, 'the list of open orders had 2 orders, the lists show what came after it'],
  [{ openOrders: 1, isAlive: true }, 'the list of open orders had 1 order, the lists show what came after it'],
  [{ openOrders: 0, isAlive: false }, 'the list of open orders had none, nothing came after it until 2026-11-20T10:00:00.000Z'],
])('says what was seen beside an order that is nowhere: %j', (seen, words) => {
  expect(proofText(3, 31_500, { ...seen, quietUntil: QUIET })).toBe(
    `3 complete rounds of the lists show nothing of it, 31.5 s after its answer was given up: ${words}, the balances leave no room for it, and the venue takes it no more`,
  );
});
