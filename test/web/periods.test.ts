import { describe, expect, it } from 'vitest';
import { periodsCommand } from '../../web/pure/periods.ts';

describe(periodsCommand, () => {
  it('shows the same on the command line, of one strategy too', () => {
    expect(periodsCommand('day', undefined)).toBe('sluice profit --by day --since 30d');
    expect(periodsCommand('month', "my maker's")).toMatch(/^sluice profit --by month --since 365d --strategy '/);
  });
});
