import { describe, expect, it } from 'vitest';
import { backtestLines, backtestRecord, type BacktestOutcome } from '../../src/cli/backtestText.ts';
import { idleStrategies } from '../../src/research/idleStrategies.ts';
import { reportFigures } from '../../src/research/report/reportFigures.ts';
import { openingText } from '../../src/research/report/openingText.ts';
import { reportPage } from '../../src/research/report/reportPage.ts';
import type { RunRecord } from '../../src/research/runRecord.ts';
import { fillOf, manifestOf, recordOf } from './runFixture.ts';

const [MAKER] = manifestOf().strategies;
const STRATEGIES = [MAKER!, { ...MAKER!, name: 'taker' }];
const REFUSALS = { taker: { 'min-volume': 3, balance: 194_169 }, 'btc-maker': { balance: 1 } };
const FILLS = [fillOf({ strategy: 'btc-maker' })];
const OPENING = { balances: { EUR: '500' }, from: 'budgets' } as const;
const RECORD = recordOf({ fills: FILLS, refusals: REFUSALS }, { strategies: STRATEGIES, opening: OPENING });

function outcomeOf(record: RunRecord): BacktestOutcome {
  return { run: 'runs/x', hash: 'h', seconds: 1, record, ...reportFigures(record), checks: [] };
}

describe('a strategy that never traded', () => {
  it('is one without a fill in any band; one that traded in a single band has traded', () => {
    expect(idleStrategies(RECORD, 'fitted')).toEqual([{ name: 'taker', band: 'fitted', refusals: REFUSALS.taker }]);
    const optimistic = { ...RECORD.bands.optimistic, fills: [...FILLS, fillOf({ strategy: 'taker' })] };
    expect(idleStrategies({ ...RECORD, bands: { ...RECORD.bands, optimistic } }, 'fitted')).toEqual([]);
  });

  it('is said at the end of a backtest with its refusals by rule, the most frequent first', () => {
    expect(backtestLines(outcomeOf(RECORD))).toContain(
      'warning taker never traded, refused in the fitted band by balance 194169 times, min-volume 3 times',
    );
    const unrefused = recordOf({}, { strategies: [MAKER!] });
    expect(backtestLines(outcomeOf(unrefused))).toContain('warning btc-maker never traded, and no risk rule refused it anything');
  });

  it('is said with the refusals of the band that was asked for', () => {
    const optimistic = { ...RECORD.bands.optimistic, refusals: { taker: { 'stale-data': 1, 'order-value': 765 } } };
    const record = { ...RECORD, bands: { ...RECORD.bands, optimistic } };
    expect(backtestLines(outcomeOf(record), 'optimistic')).toContain(
      'warning taker never traded, refused in the optimistic band by order-value 765 times, stale-data 1 time',
    );
  });

  it('is said to programs, with the refusals of each strategy', () => {
    expect(backtestRecord(outcomeOf(RECORD), 'fitted')).toMatchObject({ neverTraded: ['taker'], refusals: REFUSALS });
  });

  it('is among the warnings of the report', { tags: 'long' }, () => {
    const page = reportPage(RECORD, reportFigures(RECORD));
    expect(page).toMatch(
      /Warnings<\/h2>\s*<ul>\s*<li>taker never traded, refused in the fitted band by balance 194169 times, min-volume 3 times<\/li>/,
    );
  });
});

describe('opening balances', () => {
  it('that nobody has set are said with the inputs of the run, in the terminal and on the page', { tags: 'long' }, () => {
    const said = '500 EUR (the budgets of the strategies): backtest.balances is not set';
    expect(backtestLines(outcomeOf(RECORD))).toContain(`opening balances ${said}`);
    const page = reportPage(RECORD, reportFigures(RECORD));
    expect(page).toMatch(new RegExp(`<dt>Opening balances</dt>\\s*<dd>${said.replace(/[()]/g, '\\$&')}</dd>`));
  });

  it('that are set are no news in the terminal', () => {
    const set = recordOf({}, { opening: { balances: { EUR: '500', BTC: '0.1' }, from: 'backtest.balances' } });
    expect(backtestLines(outcomeOf(set)).filter((line) => line.startsWith('opening'))).toEqual([]);
    expect(openingText(set.manifest.opening!)).toBe('500 EUR, 0.1 BTC');
  });
});
