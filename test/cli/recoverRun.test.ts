import { expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { printRecovery } from '../../src/cli/recoverRun.ts';
import { createShell } from '../../src/cli/shell.ts';
import type { Recovery } from '../../src/daemon/recoverAccount.ts';
import { testIo } from './testIo.ts';

const RECOVERY: Recovery = {
  journal: '/state/account.sqlite',
  kept: '/state/account.sqlite.before-recovery',
  isEmpty: false,
  executions: 2,
  conversions: 1,
  ownerless: [],
  converted: {},
  unresolved: 0,
  unknownOrders: [{ id: '9007199254740993', symbol: 'BTC/EUR' }],
  uncertainPlaces: [],
  heldMoves: 0,
};

it('tells what belongs to no strategy, and the lines to type', () => {
  const found = 'the recovery found 1 BTC bought';
  const command = 'sluice position adjust m --bought 1 --price 2 --note recovered --yes';
  const io = testIo();
  const ownerless = [{ symbol: 'BTC/EUR', since: '2026-11-20T00:00:00.000Z', found, commands: [command] }];
  printRecovery(createShell(io, {}), { ...RECOVERY, ownerless, converted: { EUR: dec('-100'), BTC: dec('0.1') } }, 0);
  expect(io.stdout()).toMatch(/OWNERLESS +BTC\/EUR/);
  expect(io.stderr()).toContain(`BTC/EUR: ${found}. Before you resume, type\n  ${command}\n`);
  expect(io.stderr()).toContain('have changed the balances by -100 EUR, 0.1 BTC');
  expect(io.stderr()).toContain('counts in no limit on losses');
});

it('tells a program that trading is halted, as it tells a person', () => {
  const forProgram = testIo();
  printRecovery(createShell(forProgram, { output: 'json' }), RECOVERY, 0);
  expect(JSON.parse(forProgram.stdout())).toMatchObject({ halted: true, executions: 2, unknownOrders: '9007199254740993' });
  const forPerson = testIo();
  printRecovery(createShell(forPerson, {}), RECOVERY, 0);
  expect(forPerson.stdout()).toMatch(/HALTED +true/);
  expect(forPerson.stderr()).toContain('trading is HALTED');
});
