import { expect, it } from 'vitest';
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
  unresolved: 0,
  unknownOrders: [{ id: '9007199254740993', symbol: 'BTC/EUR' }],
  uncertainPlaces: [],
  heldMoves: 0,
};

it('tells a program that trading is halted, as it tells a person', () => {
  const forProgram = testIo();
  printRecovery(createShell(forProgram, { output: 'json' }), RECOVERY, 0);
  expect(JSON.parse(forProgram.stdout())).toMatchObject({ halted: true, executions: 2, unknownOrders: '9007199254740993' });
  const forPerson = testIo();
  printRecovery(createShell(forPerson, {}), RECOVERY, 0);
  expect(forPerson.stdout()).toMatch(/HALTED +true/);
  expect(forPerson.stderr()).toContain('trading is HALTED');
});
