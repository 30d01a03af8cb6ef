import { expect, it } from 'vitest';
import { run } from './testIo.ts';

const AMOUNT = ['--amount', '10', '--currency', 'XRP'];
const withdraw = (...argv: string[]) => run(['treasury', 'withdraw', ...AMOUNT, ...argv, '--yes']);

it.each([
  ['--tag', '4711'],
  ['--network', 'XRP'],
])('refuses %s beside a name of the address book, which has its own', async (...option) => {
  const { code, stderr } = await withdraw('--to', 'supplier', ...option);
  expect([code, stderr]).toEqual([2, expect.stringContaining('--network and --tag go with --address: supplier has its own') as unknown]);
});

it('asks for one destination, and for the network of an address', async () => {
  const both = await withdraw('--to', 'supplier', '--address', 'rExample', '--network', 'XRP');
  expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('say either --to or --address with --network') as unknown]);
  const bare = await withdraw('--address', 'rExample');
  expect([bare.code, bare.stderr]).toEqual([2, expect.stringContaining('--address goes with --network') as unknown]);
});
