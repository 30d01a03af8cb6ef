import { describe, expect, it } from 'vitest';
import { StrategyTalk } from '../../src/engine/strategyTalk.ts';
import type { StrategyContext } from '../../src/engine/strategy.ts';
import { EngineBench } from './engineBench.ts';
import { settingsOf, strategyOf } from './fixtures.ts';

/** What a strategy has said at the first book and the one after. */
function saying(say: (ctx: StrategyContext) => void): EngineBench {
  const bench = new EngineBench(settingsOf([strategyOf({ onBook: (_book, ctx) => say(ctx) })]));
  bench.touch('59990', '60010', 1000);
  bench.touch('59990', '60010', 1000);
  return bench;
}

const messagesOf = (bench: EngineBench): string[] => bench.notices('log').map(({ message }) => message);

describe(StrategyTalk.name, () => {
  it('cuts a line and an alert that are too long, and says how long they were', { tags: 'long' }, () => {
    const bench = saying((ctx) => {
      ctx.log('x'.repeat(10_000_000));
      ctx.alert('y'.repeat(3000));
    });
    expect(messagesOf(bench)).toEqual(Array(2).fill(`${'x'.repeat(2000)}… (10000000 characters)`));
    expect(bench.notices('alert').map(({ message }) => message)).toEqual([`${'y'.repeat(2000)}… (3000 characters)`]);
  });

  it('tells the first hundred that come at once, that there were more, and goes on with the next event', () => {
    const bench = saying((ctx) => {
      for (let i = 0; i < 5000; i++) ctx.log(`line ${i}`);
    });
    const messages = messagesOf(bench);
    expect(messages).toHaveLength(202);
    expect(messages.slice(99, 102)).toEqual([
      'line 99',
      'more than 100 lines, alerts and plotted values came at once; the rest of them is left out',
      'line 0',
    ]);
  });

  it('counts alerts and plotted values too, but no alert that is not news', () => {
    const bench = saying((ctx) => {
      for (let i = 0; i < 500; i++) ctx.alert('wide');
      for (let i = 0; i < 5000; i++) ctx.plot(`line ${i % 20}`, i);
    });
    expect(bench.notices('alert')).toHaveLength(1);
    expect(bench.notices('plot')).toHaveLength(199);
    expect(messagesOf(bench)).toHaveLength(2);
  });
});
