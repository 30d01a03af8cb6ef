import { describe, expect, it } from 'vitest';
import { batchTemplate } from '../../../src/treasury/batches/batchTemplate.ts';
import { read } from './builders.ts';

describe('batchTemplate', () => {
  it.each([
    [false, false],
    [true, false],
    [false, true],
    [true, true],
  ])('is a file in which only the name of the example is wrong (fiat %s, beneficiary %s)', (isFiat, hasBeneficiary) => {
    const { problems } = read(batchTemplate({ isFiat, hasBeneficiary }));
    expect(problems.map(({ column, message }) => [column, message])).toEqual([['to', 'is no name of the address book']]);
  });
});
