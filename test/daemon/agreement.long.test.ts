import { describe, expect, it } from 'vitest';
import { Trader } from '../../src/daemon/trader.ts';
import { expectAgreement } from './fiveMinutes.ts';

const SEEDS = Array.from({ length: 25 }, (_, i) => i + 1);

describe(`five minutes of a ${Trader.name} where a replaced order keeps its id`, () => {
  it.each(SEEDS)('leave fill log, balances and journal equal to the books of the venue, to the last digit (seed %i)', async (seed) => {
    await expectAgreement(seed, { replaces: true, behaviour: { replaceId: 'keep' } });
    expect.hasAssertions();
  });
});
