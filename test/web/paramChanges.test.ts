import { describe, expect, it } from 'vitest';
import { paramChanges, paramCommands, type ParamForm, paramProblem } from '../../web/pure/paramChanges.ts';

const form = (changes: Partial<ParamForm> = {}): ParamForm => ({
  name: 'spreadBps',
  kind: 'decimal',
  value: '6',
  initial: '25',
  about: undefined,
  unit: 'bps',
  min: '1',
  max: '1000',
  step: undefined,
  choices: undefined,
  isOptional: false,
  ...changes,
});

describe('parameters that a person writes', () => {
  it('differ only where another value stands', () => {
    const params = [form(), form({ name: 'size', value: undefined, isOptional: true })];
    expect(paramChanges(params, {})).toEqual([]);
    expect(paramChanges(params, { spreadBps: ' 6 ', size: '' })).toEqual([]);
    expect(paramChanges(params, { size: '0.02', spreadBps: '8' })).toEqual([
      { name: 'spreadBps', before: '6', after: '8', problem: undefined },
      { name: 'size', before: undefined, after: '0.02', problem: 'expected 1 or more' },
    ]);
  });

  it('are held to their bounds exactly', () => {
    const problems = ['1', '1000', '0.99999999999999999999', '1000.00000000000000000001', '-5', 'x', '1e3', ''].map((text) =>
      paramProblem(form(), text),
    );
    expect(problems).toEqual([
      undefined,
      undefined,
      'expected 1 or more',
      'expected 1000 or less',
      'expected 1 or more',
      'expected a number',
      'expected a number',
      'expected a value',
    ]);
    expect(paramProblem(form({ kind: 'int' }), '2.5')).toBe('expected a whole number');
    expect(paramProblem(form({ kind: 'bool' }), 'yes')).toBe('expected true or false');
    expect(paramProblem(form({ kind: 'pick', choices: ['a', 'b'] }), 'c')).toBe('expected one of a, b');
    expect(paramProblem(form({ kind: 'schedule' }), 'every 20s')).toBeUndefined();
    expect(paramProblem(form({ isOptional: true }), '')).toContain('take its line out');
  });

  it('become commands that a shell takes as they are', () => {
    const change = { name: 'at', before: 'every 20s', after: "every 5m; it's", problem: undefined };
    expect(paramCommands('sol-dca', [change], '/etc/my desk.yaml')).toEqual([
      String.raw`sluice config set strategies.sol-dca.params.at 'every 5m; it'\''s' -c '/etc/my desk.yaml'`,
      'sluice config plan',
      'sluice reload',
    ]);
    expect(paramCommands('a', [{ ...change, after: '8' }], undefined)[0]).toBe('sluice config set strategies.a.params.at 8');
  });
});
