import { describe, expect, it } from 'vitest';
import { backtestSection } from '../../src/settings/backtestSection.ts';
import { sweepSection } from '../../src/settings/sweepSection.ts';

describe.each([
  ['backtest', (draws: string) => backtestSection.safeParse({ draws })],
  ['sweep', (draws: string) => sweepSection.safeParse({ draws, space: {} })],
])('%s.draws', (_, read) => {
  it.each(['0', '20', '1000'])('takes %s: none, or enough that 5 %% are one whole draw', (draws) => {
    expect(read(draws).data?.draws).toBe(Number(draws));
  });

  it.each(['1', '2', '19', '1001', '-20'])('refuses %s', (draws) => {
    expect(read(draws).error?.issues).toMatchObject([{ path: ['draws'], message: 'expected 0, or a whole number from 20 to 1000' }]);
  });
});
