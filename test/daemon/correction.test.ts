import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { correctionEntry } from '../../src/daemon/correction.ts';

const STRATEGIES = { guard: { symbol: 'ETH/EUR' }, pairs: { markets: { left: 'ETH/EUR', right: 'BTC/EUR' } } };
const ASKED = { amount: dec('-2'), price: dec('3000'), note: 'sold by hand' };
const MADE = { id: 'i', at: 7 };

describe(correctionEntry.name, () => {
  it('is of the only pair of a strategy, or of the one that is said', () => {
    expect(correctionEntry({ strategy: 'guard', ...ASKED }, STRATEGIES, MADE)).toEqual({
      ...ASKED,
      ...MADE,
      strategy: 'guard',
      symbol: 'ETH/EUR',
      cause: 'correction',
    });
    expect(correctionEntry({ strategy: 'pairs', symbol: 'BTC/EUR', ...ASKED }, STRATEGIES, MADE).symbol).toBe('BTC/EUR');
  });

  it.each([
    [{ strategy: 'nobody' }, 'not-found', 'there is no strategy "nobody"; there are guard, pairs'],
    [{ strategy: 'pairs' }, 'usage', 'pairs trades ETH/EUR and BTC/EUR: say which with --symbol'],
    [{ strategy: 'guard', symbol: 'BTC/EUR' }, 'refused', 'guard trades ETH/EUR, not BTC/EUR'],
  ])('%o is refused', (asked, code, message) => {
    const fault = (() => {
      try {
        return correctionEntry({ ...asked, ...ASKED }, STRATEGIES, MADE);
      } catch (error) {
        return error;
      }
    })();
    expect(fault).toMatchObject({ code, message });
  });
});
