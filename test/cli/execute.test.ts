import { expect, it } from 'vitest';
import { run } from './testIo.ts';

const ORDER = ['--symbol', 'BTC/EUR', '--side', 'Buy', '--amount', '0.02'];
const execute = (...argv: string[]) => run(['execute', ...argv, ...ORDER, '--dry-run', '-o', 'json']);

it('takes what belongs to a kind', async () => {
  const { code, stdout } = await execute('peg', '--limit', '60000');
  expect([code, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ kind: 'peg', limit: '60000', offsetTicks: 0 }) as unknown]);
});

it.each([
  [['twap', '--over', '4h', '--show', '0.01'], '--show has no meaning for twap', '--over'],
  [['pov', '--share', '0.05', '--over', '4h'], '--over has no meaning for pov', '--share'],
  [['iceberg', '--show', '0.01', '--limit', '60000', '--share', '0.05'], '--share has no meaning for iceberg', '--show'],
  [['iceberg', '--show', '0.01', '--limit', '60000', '--offset-ticks', '0'], '--offset-ticks has no meaning for iceberg', '--show'],
  [['peg', '--limit', '60000', '--over', '4h'], '--over has no meaning for peg', '--offset-ticks'],
])('refuses what belongs to another one: %j', async (argv, problem, own) => {
  const { code, stderr, stdout } = await execute(...argv);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(problem);
  expect(stderr).toContain(`leave it out; ${argv[0]} takes ${own}`);
});

it.each([
  [['pov'], 'pov needs --share'],
  [['iceberg', '--show', '0.01'], 'iceberg needs --limit'],
])('says what a kind needs: %j', async (argv, problem) => {
  const { code, stderr } = await execute(...argv);
  expect([code, stderr]).toEqual([2, expect.stringContaining(problem) as unknown]);
});

it.each(['5', '0', '0.0', '1.5', '5%', ''])('refuses the share %j, without a daemon to say so and in a dry run, too', async (share) => {
  const { code, stderr } = await execute('pov', '--share', share);
  expect([code, stderr]).toEqual([2, expect.stringContaining('expected a share above 0 and up to 1, like 0.05 for 5 %') as unknown]);
});

it.each(['0.05', '.5', '1', '1.0'])('takes the share %j', async (share) => {
  expect((await execute('pov', '--share', share)).code).toBe(0);
});
