import { expect, it } from 'vitest';
import type { EquityStep } from '../../src/model/chronicle.ts';
import { addStep, isSameStep } from '../../src/model/equitySteps.ts';
import { seenAt } from './fallOf.ts';

it('steps of a minute keep what was seen first, and how far it went', () => {
  const steps: EquityStep[] = [];
  for (const [at, worth] of [
    [0, '5'],
    [59_999, '3'],
    [60_000, '9'],
  ] as const)
    addStep(steps, seenAt(at, worth), isSameStep(60_000));
  expect(steps.map(({ at, worth, extremes: { EUR } }) => [at, worth['EUR'], String(EUR!.low), String(EUR!.fall)])).toEqual([
    [0, '5', '3', '2'],
    [60_000, '9', '9', '0'],
  ]);
});
