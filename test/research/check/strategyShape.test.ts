import { describe, expect, it } from 'vitest';
import { p, strategy } from '../../../src/engine/kit.ts';
import { handlerProblems, type ShapeProblem, watchedParams } from '../../../src/research/check/strategyShape.ts';
import { strategyTrials } from '../../../src/research/check/strategyTrials.ts';

describe(handlerProblems, () => {
  it('finds a strategy without any handler, which would hear of nothing', () => {
    const [shape] = handlerProblems({});
    expect(shape).toMatchObject({ name: 'setup', problem: expect.stringContaining('returned no handler') as string });
    expect(shape!.instead).toContain('onBook');
    expect(handlerProblems({ onStart: () => undefined })).toEqual([]);
  });
});

describe(watchedParams, () => {
  it('tells of a parameter that is read and not declared, and of nothing that the language asks of any object', () => {
    const told: ShapeProblem[] = [];
    const params = watchedParams({ amount: 1 }, (problem) => void told.push(problem));
    const { amont } = params as unknown as { readonly amont: undefined };
    expect([amont, params.amount, JSON.stringify(params), Object.keys(params), { ...params }]).toEqual([
      undefined,
      1,
      '{"amount":1}',
      ['amount'],
      { amount: 1 },
    ]);
    expect(told).toEqual([
      { name: 'amont', problem: 'a parameter `amont` is read, and none is declared', instead: 'did you mean amount?' },
    ]);
  });

  it('is what a trial gives to setup', { tags: 'long' }, () => {
    const definition = strategy({
      about: 'Waits for nothing.',
      params: { amount: p.decimal('0.01') },
      setup: (params) => {
        const { amont } = params as unknown as { readonly amont: undefined };
        return { onStart: (ctx) => ctx.log(`${amont}`) };
      },
    });
    const { shapes } = strategyTrials(definition, '1', { begins: () => undefined, event: () => undefined });
    expect(shapes).toMatchObject([{ name: 'amont' }]);
  });
});
