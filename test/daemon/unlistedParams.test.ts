import { describe, expect, it } from 'vitest';
import { unlistedParams } from '../../src/daemon/unlistedParams.ts';
import { p } from '../../src/engine/params.ts';
import { PAIRS, strategyOf } from '../engine/fixtures.ts';

const SHAPE = {
  leader: p.symbol('BTC/EUR'),
  against: p.maybe(p.symbol('BTC/EUR')),
  counted: p.currency('EUR'),
  note: p.text('x'),
};
const { definition, ...rest } = strategyOf({});
const told = (params: Readonly<Record<string, unknown>>): readonly string[] =>
  unlistedParams([{ ...rest, definition: { ...definition, params: SHAPE }, params }], PAIRS);

describe(unlistedParams, () => {
  it('says nothing of what the venue lists, of what is left out, and of texts', () => {
    expect(told({ leader: 'BTC/EUR', counted: 'ETH', note: 'DOGE' })).toEqual([]);
  });

  it('names the parameter, its value, and what may have been meant', () => {
    expect(told({ leader: 'BTC/EURO', against: 'DOGE/CHF', counted: 'eur' })).toEqual([
      'strategies.s.params.leader: the venue does not list the symbol BTC/EURO; did you mean BTC/EUR?',
      'strategies.s.params.against: the venue does not list the symbol DOGE/CHF',
      'strategies.s.params.counted: the venue does not list the currency eur; did you mean EUR?',
    ]);
  });
});
