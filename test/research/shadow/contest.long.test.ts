import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import type { StrategyHandlers } from '../../../src/engine/strategy.ts';
import { backtest } from '../../../src/research/backtest/backtest.ts';
import { answerLines } from '../../../src/cli/answerLines.ts';
import { runAnswers } from '../../../src/research/metrics/runAnswers.ts';
import { reportFigures } from '../../../src/research/report/reportFigures.ts';
import { reportPage } from '../../../src/research/report/reportPage.ts';
import type { RunRecord } from '../../../src/research/runRecord.ts';
import type { ShadowResult } from '../../../src/research/shadow/shadowResult.ts';
import { engineOf, NO_LIMITS, optionsOf } from '../backtest/fixtures.ts';
import { wanderingMarket } from '../sweep/wanderingMarket.ts';

/** A maker with so many ticks on each side of the mid. */
function maker(off: number, failsAfter = Infinity): () => StrategyHandlers {
  return () => {
    let seen = 0;
    return {
      onBook(book, ctx) {
        if (++seen > failsAfter) throw new Error('too much');
        const mid = book.midTicks ?? 0;
        ctx.quoteTicks(Math.floor(mid) - off, 500, Math.ceil(mid) + off, 500);
      },
    };
  };
}

const market = wanderingMarket('shadow', 1200, 90_000);

function run(champion: () => StrategyHandlers, challenger?: () => StrategyHandlers): RunRecord {
  const engines = { champion: engineOf(champion), challenger: engineOf(challenger ?? champion) };
  const contests = challenger === undefined ? [] : [{ name: 's-2', champion: 's', engines }];
  return backtest(optionsOf(engineOf(champion), [market], { contests, equityEveryMs: 60_000 }));
}

function resultOf(champion: () => StrategyHandlers, challenger: () => StrategyHandlers): ShadowResult {
  return run(champion, challenger).shadows![0]!;
}

describe('a backtest with a shadow', () => {
  it('runs as it would without it', () => {
    const [alone, beside] = [run(maker(300)), run(maker(300), maker(100))];
    expect(beside.bands.fitted.decisions).toBe(alone.bands.fitted.decisions);
    expect(beside.bands).toEqual(alone.bands);
    expect(alone.shadows).toEqual([]);
  });

  it('lets champion and challenger meet the same fill model, each alone: equal ones come out equal', () => {
    const { profit, fills, comparison } = resultOf(maker(300), maker(300));
    expect(profit.challenger).toBe(profit.champion);
    expect(fills.challenger).toBe(fills.champion);
    expect(fills.champion).toBeGreaterThan(20);
    expect(comparison).toMatchObject({ difference: 0, certainty: { because: 'the two have earned the same in every hour' } });
  });

  it('gives the champion what it earns in the run, and the difference of the two', () => {
    const record = run(maker(300), maker(60));
    const [{ profit, fills, comparison }] = record.shadows as [ShadowResult];
    const { equity, fills: own } = record.bands.fitted;
    const gain = (values: readonly number[]): number => values.at(-1)! - values[0]!;
    expect(profit.champion).toBeCloseTo(gain(equity.equity) - gain(equity.hold), 6);
    expect(fills.champion).toBe(own.length);
    expect(comparison.blocks).toBeGreaterThanOrEqual(24);
    expect(comparison.difference).toBeCloseTo(profit.challenger - profit.champion, 6);
    expect(comparison.certainty).toHaveProperty('chance');
  });

  it('says when one of them was stopped, and that its comparison means nothing', () => {
    const record = run(maker(300), maker(100, 50));
    expect(record.shadows![0]!.stopped).toEqual({ champion: undefined, challenger: expect.stringContaining('too much') as string });
    expect(runAnswers(record).warnings.fitted.join('\n')).toMatch(
      /the shadow s-2 was stopped, so its comparison means nothing: .*too much/,
    );
    expect(record.bands.fitted.warnings.join('\n')).not.toContain('too much');
  });

  it('says when a limit has stopped one of them for good', () => {
    const losses = { s: { maxLoss: { amount: dec('1'), currency: 'EUR' }, action: 'cancel' as const } };
    const engines = { champion: engineOf(maker(300)), challenger: engineOf(maker(60), { limits: { ...NO_LIMITS, losses } }) };
    const contests = [{ name: 's-2', champion: 's', engines }];
    const record = backtest(optionsOf(engineOf(maker(300)), [market], { contests, equityEveryMs: 60_000 }));
    expect(record.shadows![0]!.limited).toEqual({
      champion: undefined,
      challenger: expect.stringContaining('the limit is 1 EUR') as string,
    });
    expect(runAnswers(record).warnings.fitted.join('\n')).toMatch(
      /the shadow s-2 was stopped by a limit, and earned nothing from then on: /,
    );
  });

  it('tells people the same on the terminal and on the page', () => {
    const record = run(maker(300), maker(60));
    const figures = reportFigures(record);
    const [line] = answerLines(figures.answers, 'fitted');
    expect(line).toMatch(/^shadow s-2 of s: the challenger earned .* EUR (more|less) in \d+ h; two that are equally good/);
    expect(reportPage(record, figures).replaceAll(/<[^>]*>/g, ' ')).toContain('s and its shadow s-2: the challenger earned');
  });
});
