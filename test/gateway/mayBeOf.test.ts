import { expect, test } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import type { Candidate } from '../../src/gateway/candidates.ts';
import { orderShapeOf } from '../../src/gateway/fingerprint.ts';
import { mayBeOf, mayBePartOf, type PendingShape } from '../../src/gateway/mayBeOf.ts';

const SHOWN_TO = Date.UTC(2026, 10, 22, 12);
const PLACE: PendingShape = { kind: 'place', lane: 'spot:BTC/EUR', fingerprint: 'BTC/EUR Buy Limit 0.01 50000' };
const REPLACE: PendingShape = { ...PLACE, kind: 'replace' };

function found(over: Partial<Candidate>): Candidate {
  return {
    orderId: '7',
    symbol: 'BTC/EUR',
    side: 'Buy',
    type: 'Limit',
    price: dec('50000'),
    amount: dec('0.01'),
    isOpen: true,
    remaining: dec('0.01'),
    openedAt: SHOWN_TO - 60_000,
    updatedAt: SHOWN_TO - 50_000,
    isPriceExecuted: false,
    hasExecutions: false,
    isExecuted: false,
    isCanceled: false,
    ...over,
  };
}

/** Executed, with nothing open. */
function executed(over: Partial<Candidate>): Candidate {
  return found({ isOpen: false, isPriceExecuted: true, hasExecutions: true, isExecuted: true, remaining: dec('0'), ...over });
}

test.each([
  ['an open one of its shape', found({})],
  ['an open one of which not all is shown', found({ amount: dec('0.004') })],
  ['one that was executed at a better price', executed({ price: dec('49990') })],
  ['one of which an execution may not be shown yet', executed({ amount: dec('0.004'), updatedAt: SHOWN_TO + 1 })],
  ['one that is not over', executed({ amount: dec('0.004'), isExecuted: false })],
] as const)('%s may be it', (_, candidate) => {
  expect(mayBeOf([PLACE], candidate, SHOWN_TO)).toBe(true);
});

test.each([
  ['of another pair', found({ symbol: 'ETH/EUR' })],
  ['of the other side', found({ side: 'Sell' })],
  ['of another type', found({ type: 'Market' })],
  ['at another price', found({ price: dec('49990') })],
  ['of more', found({ amount: dec('0.011') })],
  ['executed at a worse price', executed({ price: dec('50001') })],
  ['that was executed to the end, with less', executed({ amount: dec('0.004') })],
] as const)('one %s is not', (_, candidate) => {
  expect(mayBeOf([PLACE], candidate, SHOWN_TO)).toBe(false);
});

test('what a replacement has led to may be less than it asked for', () => {
  expect(mayBeOf([REPLACE], executed({ amount: dec('0.004') }), SHOWN_TO)).toBe(true);
  expect(mayBeOf([], executed({}), SHOWN_TO)).toBe(false);
});

test.each([
  ['is neither open nor over', executed({ amount: dec('0.004'), isExecuted: false }), true],
  ['has changed a moment ago', executed({ amount: dec('0.004'), updatedAt: SHOWN_TO + 1 }), true],
  ['is open, and all of it is shown', found({ amount: dec('0.004') }), false],
  ['was executed to the end', executed({ amount: dec('0.004') }), false],
  ['was canceled', executed({ amount: dec('0.004'), isExecuted: false, isCanceled: true }), false],
  ['has the whole amount', executed({ isExecuted: false }), false],
  ['was executed at a worse price', executed({ amount: dec('0.004'), isExecuted: false, price: dec('50001') }), false],
  ['is of the other side', executed({ amount: dec('0.004'), isExecuted: false, side: 'Sell' }), false],
] as const)('one of less that %s may be a part: %#', (_, candidate, isPart) => {
  expect(mayBePartOf(orderShapeOf(PLACE.fingerprint), candidate, SHOWN_TO)).toBe(isPart);
});
