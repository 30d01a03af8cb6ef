import { expect, test } from 'vitest';
import { run } from './testIo.ts';

test.each([
  [['backtest', '--draws', '20'], 'it is backtest.draws in the configuration: `sluice config explain backtest.draws` says what it takes'],
  [['backtest', '--queue-share', '0.5'], 'it is backtest.queueShare in the configuration'],
  [['sweep', '--draws=3'], 'it is sweep.draws in the configuration'],
  [['backtest', '--nothing'], '`sluice backtest --help` says what it takes'],
  [['orders', 'list', '--draws', '3'], '`sluice orders list --help` says what it takes'],
])('an option that only the configuration has is told where it is: %j', async (argv, words) => {
  const { code, stderr } = await run(argv);
  expect(code).toBe(2);
  expect(stderr).toContain(`do: ${words}`);
});
