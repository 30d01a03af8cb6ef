import { describe, expect, it } from 'vitest';
import { Trader } from '../../src/daemon/trader.ts';
import { expectAgreement } from './fiveMinutes.ts';

const SEEDS = Array.from({ length: 25 }, (_, i) => i + 26);

// Beside `agreement.test.ts`, so that the two run at the same time.
describe(`five minutes of a ${Trader.name}`, () => {
  it.each(SEEDS.filter((seed) => seed % 2 === 0))('agree where a replaced order gets a new id (seed %i)', async (seed) => {
    await expectAgreement(seed, { replaces: true, behaviour: { replaceId: 'new' } });
    expect.hasAssertions();
  });

  it.each(SEEDS.filter((seed) => seed % 2 === 1))('agree where replacing is not known to be atomic (seed %i)', async (seed) => {
    await expectAgreement(seed, { replaces: false, behaviour: { replaceId: 'keep' } });
    expect.hasAssertions();
  });
});
