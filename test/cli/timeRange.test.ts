import { describe, expect, it } from 'vitest';
import { timeRange } from '../../src/cli/timeRange.ts';
import { run } from './testIo.ts';

describe(timeRange.name, () => {
  const [earlier, later] = [Date.UTC(2026, 10, 1), Date.UTC(2026, 10, 2)];

  it('takes what is open at an end, and what has time in it', () => {
    for (const range of [
      { from: undefined, to: undefined },
      { from: later, to: undefined },
      { from: earlier, to: later },
    ])
      expect(timeRange(range)).toEqual(range);
  });

  it('refuses a range without time in it, and names both ends', () => {
    expect(() => timeRange({ from: later, to: earlier })).toThrow(
      '--from 2026-11-02T00:00:00.000Z is later than --to 2026-11-01T00:00:00.000Z',
    );
    expect(() => timeRange({ from: later, to: later })).toThrow('--from 2026-11-02T00:00:00.000Z is the same as --to');
  });

  it.each(['backtest my.yaml', 'sweep my.yaml', 'data export --symbol BTC/EUR --format jsonl'])(
    'is a mistake of usage in `%s`, whatever is recorded',
    async (command) => {
      const { code, stderr } = await run([...command.split(' '), '--from', '2026-11-02', '--to', '2026-11-01']);
      expect([code, stderr]).toEqual([2, expect.stringContaining('is later than --to')]);
    },
  );
});
