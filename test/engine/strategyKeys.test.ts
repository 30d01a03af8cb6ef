import { expect, it } from 'vitest';
import { EngineBench } from './engineBench.ts';
import { settingsOf, strategyOf } from './fixtures.ts';
import { DEFINITION_KEYS, HANDLER_NAMES, handlerProblem } from '../../src/engine/strategyKeys.ts';

it('names what every definition needs, and handlers as they are called', () => {
  expect(DEFINITION_KEYS).toEqual(expect.arrayContaining(['about', 'params', 'setup']));
  expect(HANDLER_NAMES).toContain('onBook');
  expect(HANDLER_NAMES.filter((name) => !/^on[A-Z][a-z]+$/.test(name))).toEqual([]);
});

it('knows a handler that is misspelt, of a class too, and leaves other members alone', () => {
  class Wrong {
    onBok(): void {}
  }
  expect(handlerProblem(new Wrong())).toBe('there is no handler onBok, so it would never be called: did you mean onBook?');
  expect(handlerProblem({ onBook() {}, once: 1, half: 2 })).toBeUndefined();
  expect(handlerProblem({ onWhatever() {} })).toContain('there are onStart, onBook');
});

it.each(['onbook', 'OnBook', 'ONBOOK', 'on_book', 'onbok'])('knows %s as a misspelt onBook, of an object and of a class', (name) => {
  const problem = `there is no handler ${name}, so it would never be called: did you mean onBook?`;
  expect(handlerProblem({ [name]() {} })).toBe(problem);
  class Wrong {
    [name](): void {}
  }
  expect(handlerProblem(new Wrong())).toBe(problem);
});

it.each(['once', 'only', 'one', 'on', 'online', 'onset', 'timer', 'book', 'stop'])('leaves a member %s alone', (name) => {
  expect(handlerProblem({ [name]() {} })).toBeUndefined();
});

it('U3: a live strategy with a misspelt handler is stopped when it is set up, and no other', () => {
  const wrong = strategyOf({ onBok() {} } as never, 'wrong');
  const bench = new EngineBench(settingsOf([wrong, strategyOf({}, 'right')]));
  bench.send({ type: 'set-up' });
  expect(bench.strategy('wrong')).toMatchObject({
    state: 'stopped',
    reason: 'setup threw: there is no handler onBok, so it would never be called: did you mean onBook?',
  });
  expect(bench.strategy('right').state).toBe('waiting');
});
