import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { LOSSES_KEY } from '../../src/engine/lossGuards.ts';
import type { LossLimits, RiskLimits } from '../../src/engine/risk/limits.ts';
import type { PositionEntry } from '../../src/model/positionEntry.ts';
import { EngineBench } from './engineBench.ts';
import { euro, fillOf, limitsOf, NOON, settingsOf, strategyOf } from './fixtures.ts';

const DAILY = { maxDailyLoss: euro('100'), action: 'cancel' } as const;
const IN_ALL = { maxLoss: euro('100'), action: 'cancel' } as const;
const DRAWDOWN = { maxDrawdown: euro('100'), action: 'close' } as const;
const GUARDS: readonly (readonly [string, Partial<RiskLimits>])[] = [
  ['the daily loss of everything', { maxDailyLoss: euro('100') }],
  ['the daily loss of a strategy', { losses: { s: DAILY } }],
  ['the loss in all', { losses: { s: IN_ALL } }],
  ['a drawdown of all strategies', { losses: { '': DRAWDOWN } }],
  ['one of a list', { losses: { s: { action: 'cancel', also: [IN_ALL, DRAWDOWN, DAILY] } satisfies LossLimits } }],
];
const BOUGHT = fillOf({ id: 'b', strategy: 's', amount: dec('1'), price: dec('60000'), tradedAt: NOON - 5 });

let ids = 0;

function correction(amount: string, price: string, cause: PositionEntry['cause'] = 'correction'): PositionEntry {
  return { id: `c${++ids}`, cause, strategy: 's', symbol: 'BTC/EUR', amount: dec(amount), price: dec(price), at: NOON, note: undefined };
}

/** With one BTC, bought at the mid, after a first look. */
function holding(
  limits: Partial<RiskLimits>,
  restored: Partial<NonNullable<ConstructorParameters<typeof EngineBench>[1]>['restored']> = {},
) {
  const settings = settingsOf([strategyOf({}, 's')], { limits: limitsOf(limits) });
  return new EngineBench(settings, { restored: { fills: [BOUGHT], ...restored } });
}

function enter(bench: EngineBench, ...entries: readonly PositionEntry[]): void {
  for (const entry of entries) bench.send({ type: 'position-entry', entry });
}

function mid(bench: EngineBench, at: number): void {
  bench.touch(String(at - 10), String(at + 10), 1000);
  bench.timer(0);
}

const causes = (bench: EngineBench): string[] => bench.engine.snapshot().stops.map(({ cause }) => cause);

/** What was saved so far, as a later life finds it. */
function saved(bench: EngineBench): Record<string, string> {
  return Object.fromEntries(bench.notices('save-state').map(({ strategy, state }) => [strategy, state]));
}

describe.each(GUARDS)('H6: %s', (_name, limits) => {
  it('does not see a correction, and sees to the unit what is lost after it', () => {
    const bench = holding(limits);
    mid(bench, 60_000);
    enter(bench, correction('1', '61000'));
    mid(bench, 60_000);
    expect(causes(bench)).toEqual([]);
    expect(bench.strategy().unrealised?.toFixed(), 'it is profit and loss of the position').toBe('-1000');
    mid(bench, 59_951);
    expect(causes(bench)).toEqual([]);
    mid(bench, 59_950);
    expect(causes(bench)).not.toEqual([]);
  });

  it('keeps what was lost before, whichever way the correction goes', () => {
    const bench = holding(limits);
    mid(bench, 60_000);
    mid(bench, 59_910);
    enter(bench, correction('1', '1'), correction('-0.5', '7'), correction('-0.5', '123456.78'));
    mid(bench, 59_901);
    expect(causes(bench)).toEqual([]);
    mid(bench, 59_900);
    expect(causes(bench)).not.toEqual([]);
  });

  it('does not see a mistyped price that is taken back, and closes nothing for it', () => {
    const bench = holding(limits);
    mid(bench, 60_000);
    enter(bench, correction('1', '600000'));
    mid(bench, 60_000);
    enter(bench, correction('-1', '600000'));
    mid(bench, 60_000);
    expect([causes(bench), bench.commands('place')]).toEqual([[], []]);
    expect(bench.strategy().position.amount.toFixed()).toBe('1');
  });

  it.each([
    ['with the guard saved after it', true],
    ['killed between the entry and what the guard saves', false],
  ])('does not see it after a restart, %s', (_when, isSavedAfter) => {
    const first = holding(limits);
    mid(first, 60_000);
    const before = saved(first);
    const entries = [correction('1', '61000')];
    enter(first, ...entries);
    const states = isSavedAfter ? saved(first) : before;
    expect(JSON.stringify(states).includes('61000'), 'it is saved at once').toBe(isSavedAfter);
    const again = holding(limits, { entries, states });
    mid(again, 60_000);
    expect(causes(again)).toEqual([]);
    mid(again, 59_951);
    expect(causes(again)).toEqual([]);
    mid(again, 59_950);
    expect(causes(again)).not.toEqual([]);
  });

  it('does not see one that the sums of the history include', () => {
    const first = holding(limits);
    mid(first, 60_000);
    const entry = correction('1', '61000');
    const sums = { strategy: 's', symbol: 'BTC/EUR', amount: dec('1'), cost: dec('61000'), quoteFlow: dec('-61000'), fills: 1 } as const;
    const positions = [{ ...sums, gross: dec('0'), fees: dec('0'), otherFees: {} }];
    for (const states of [saved(first), (enter(first, entry), saved(first))]) {
      const again = holding(limits, { sums: { positions, flows: {} }, summed: [entry], states });
      mid(again, 60_000);
      mid(again, 59_951);
      expect(causes(again)).toEqual([]);
      mid(again, 59_950);
      expect(causes(again)).not.toEqual([]);
    }
  });

  it('waits with one until a book tells its worth, even where it leaves no position', () => {
    const first = holding(limits);
    mid(first, 60_000);
    const again = holding(limits, { states: saved(first) });
    enter(again, correction('-1', '10'));
    again.timer();
    expect(causes(again)).toEqual([]);
    mid(again, 60_000);
    expect(causes(again)).toEqual([]);
  });
});

it('H6: the loss is counted anew, with all that was entered, when a person goes on after it', () => {
  const bench = holding({ losses: { s: IN_ALL } });
  mid(bench, 60_000);
  enter(bench, correction('1', '61000'));
  mid(bench, 59_950);
  expect(causes(bench)).toEqual(['max-loss']);
  bench.operator({ type: 'resume', strategy: 's' });
  const again = holding({ losses: { s: IN_ALL } }, { entries: [correction('1', '61000')], states: (mid(bench, 59_950), saved(bench)) });
  for (const one of [bench, again]) {
    mid(one, 59_901);
    expect(causes(one)).toEqual([]);
    mid(one, 59_900);
    expect(causes(one)).toEqual(['max-loss']);
  }
});

it.each(['{"from":"0","day":1,"entered":{"s BTC/EUR":7}}', '{"from":"0","day":1,"entered":{"s BTC/EUR":{"amount":"x","value":"1"}}}'])(
  'H6: a saved drawdown with entries that can not be read is counted from here: %s',
  (text) => {
    const states = { [LOSSES_KEY]: `{"max-drawdown s EUR":${text}}` };
    const bench = holding({ losses: { s: DRAWDOWN } }, { states, entries: [correction('1', '1')] });
    mid(bench, 59_000);
    expect(causes(bench)).toEqual([]);
    mid(bench, 58_950);
    expect(causes(bench)).toEqual(['max-drawdown']);
  },
);

it('H6: what a position that has traded begins with is no loss of today, and counts from its price for the loss in all', () => {
  const bench = holding({ maxDailyLoss: euro('100'), losses: { s: { ...DAILY, also: [DRAWDOWN, { ...IN_ALL, maxLoss: euro('900') }] } } });
  mid(bench, 60_000);
  enter(bench, correction('1', '61000', 'opening'));
  mid(bench, 60_000);
  expect(causes(bench)).toEqual(['max-loss']);
});
