import { describe, expect, it } from 'vitest';
import type { SettingRow } from '../../../src/daemon/reload/settingChanges.ts';
import { reloadedLine } from '../../../src/daemon/reload/reloadedLine.ts';

const row = (setting: string, before?: string, after?: string): SettingRow => ({ setting, before, after, takesEffect: 'reload' });
const nothing = { hash: 'abc', settings: [], strategies: [] };

describe(reloadedLine.name, () => {
  it('warns of limits that change, and says from what to what', () => {
    const settings = [row('risk.maxOrderValue', '5000 EUR', '9000 EUR'), row('strategies.s.protect.0.kind', 'cool-down')];
    expect(reloadedLine({ ...nothing, settings })).toEqual({
      level: 'warn',
      text: 'the configuration abc is in force: risk.maxOrderValue 9000 EUR (was 5000 EUR); strategies.s.protect.0.kind not set (was cool-down)',
    });
  });

  it.each(['risk.onStop', 'strategies.s.budget', 'strategies.s.maxLoss', 'strategies.s.onLoss'])('takes %s for a limit', (setting) => {
    expect(reloadedLine({ ...nothing, settings: [row(setting, 'a', 'b')] }).level).toBe('warn');
  });

  it('tells of strategies, and of no setting that only other commands read', () => {
    const settings = [
      row('strategies.s.params.budget', '1', '2'),
      { ...row('backtest.fees.maker', '1', '2'), takesEffect: 'other commands' },
    ] as const;
    const strategies = [
      { strategy: 's', change: 'replaced', because: ['code', 'params'] },
      { strategy: 't', change: 'added', because: [] },
    ] as const;
    expect(reloadedLine({ ...nothing, settings, strategies })).toEqual({
      level: 'info',
      text: 'the configuration abc is in force: s replaced (code, params); t added; strategies.s.params.budget 2 (was 1)',
    });
    expect(reloadedLine(nothing).text).toBe('the configuration abc is in force');
  });
});
