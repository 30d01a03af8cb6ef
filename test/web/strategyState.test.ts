import { expect, it } from 'vitest';
import { strategyState } from '../../web/pure/strategyState.ts';
import { toldStrategy } from './toldStatus.ts';

it('says the worst of what holds a strategy back', () => {
  const words = [
    {},
    { state: 'paused' },
    { state: 'waiting' },
    { trading: 'reducing' },
    { trading: 'halted', state: 'paused' },
    { state: 'stopped' },
  ] as const;
  expect(words.map((changes) => strategyState(toldStrategy(changes)))).toMatchObject([
    { kind: 'ok', word: 'running' },
    { kind: 'call', word: 'paused' },
    { kind: 'plain', word: 'waiting' },
    { kind: 'call', word: 'reducing' },
    { kind: 'bad', word: 'halted' },
    { kind: 'bad', word: 'stopped' },
  ]);
  expect(strategyState(toldStrategy({ state: 'stopped', reason: 'it threw' })).why).toBe('it threw');
});
