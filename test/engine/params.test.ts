import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { p, type Param, readParams } from '../../src/engine/params.ts';

const size = p.decimal('0.5', { min: '0.1', max: '2', unit: 'BTC' });
const levels = p.int(3, { min: 1, max: 50 });

describe('a parameter', () => {
  it.each<[string, Param, string, unknown]>([
    ['a decimal, exactly', size, '0.123456789012345678901234567890', dec('0.123456789012345678901234567890')],
    ['a decimal at its least', size, '0.1', dec('0.1')],
    ['a decimal at its most', size, '2', dec('2')],
    ['a whole number', levels, '50', 50],
    ['a switch', p.bool(false), 'true', true],
    ['a choice', p.pick(['fast', 'slow'], 'slow'), 'fast', 'fast'],
    ['a duration in milliseconds', p.duration('20s'), '1.5s', 1500],
    ['a pair', p.symbol('BTC/EUR'), 'ETH/EUR', 'ETH/EUR'],
    ['a currency', p.currency('EUR'), 'USDC', 'USDC'],
    ['a text as it is', p.text('x'), ' a: b ', ' a: b '],
  ])('reads %s', (_what, param, text, value) => {
    expect(param.read(text)).toEqual({ value });
  });

  it.each<[string, Param, string, string]>([
    ['a word for a decimal', size, 'lots', 'expected a number, like 0.1, not "lots"'],
    ['NaN', size, 'NaN', 'expected a number, like 0.1, not "NaN"'],
    ['hexadecimal', size, '0x10', 'expected a number, like 0.1, not "0x10"'],
    ['too little', size, '0.09', 'must be at least 0.1 BTC, not 0.09'],
    ['too much', size, '2.01', 'must be at most 2 BTC, not 2.01'],
    ['a fraction for a whole number', levels, '2.5', 'expected a whole number, not "2.5"'],
    ['a whole number out of range', levels, '51', 'must be at most 50, not 51'],
    ['yes for a switch', p.bool(true), 'yes', 'expected true or false, not "yes"'],
    ['no choice', p.pick(['fast', 'slow'], 'slow'), 'fats', 'expected one of fast, slow, not "fats"'],
    ['a duration without its unit', p.duration('20s'), '20', 'expected a duration like 250ms, 20s, 5m, 24h, not "20"'],
    ['a short duration', p.duration('20s', { min: '1s' }), '250ms', 'must be at least 1.0 s, not 250ms'],
    ['a long duration', p.duration('20s', { max: '1m' }), '2h', 'must be at most 1 min, not 2h'],
    ['no pair', p.symbol('BTC/EUR'), 'BTC', 'expected a pair like BTC/EUR, not "BTC"'],
    ['no currency', p.currency('EUR'), 'BTC/EUR', 'expected a currency like EUR, not "BTC/EUR"'],
    ['a schedule that is none', p.schedule('every 20s'), 'often', 'expected every 20s or a cron expression like 0 9 * * 1, not "often"'],
  ])('names value and expectation: %s', (_what, param, text, problem) => {
    expect(param.read(text)).toEqual({ problem });
  });

  it('has a default, as a person would write it, unless it may be left out', () => {
    expect(size.initial).toBe('0.5');
    expect(p.maybe(size)).toMatchObject({ initial: undefined, options: { optional: true, unit: 'BTC' } });
  });
});

describe('readParams', () => {
  const shape = { size, levels, limit: p.maybe(size) };

  it('says of a choice how it is declared when its list and its default are the wrong way round', () => {
    expect(() => p.pick('slow' as never, ['fast', 'slow'] as never)).toThrow(
      'p.pick takes the list of its choices first, and then the default, not "slow"',
    );
  });

  it('says of which parameter a default is wrong', () => {
    const problem = 'must be at most 2, not 3';
    expect(readParams({ size, step: p.decimal('3', { max: '2' }) }, {}).problems).toEqual([{ name: 'step', problem }]);
  });

  it('takes defaults for what is not given', () => {
    expect(readParams(shape, {})).toEqual({ values: { size: dec('0.5'), levels: 3, limit: undefined }, problems: [] });
  });

  it('collects every problem, unknown names among them', () => {
    expect(readParams(shape, { size: '9', levels: 'x', toString: '1' }).problems).toEqual([
      { name: 'toString', problem: 'unknown parameter; this strategy has size, levels, limit' },
      { name: 'size', problem: 'must be at most 2 BTC, not 9' },
      { name: 'levels', problem: 'expected a whole number, not "x"' },
    ]);
    expect(readParams({}, { a: '1' }).problems).toEqual([{ name: 'a', problem: 'unknown parameter; this strategy has none' }]);
  });
});
