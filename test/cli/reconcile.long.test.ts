import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ledgerAdjust } from '../../src/cli/commands/ledgerAdjust.ts';
import { ledgerList } from '../../src/cli/commands/ledgerList.ts';
import { reconcile } from '../../src/cli/commands/reconcile.ts';
import { reconcileAccount } from '../../src/cli/reconcileWay.ts';
import { DAEMON_CONFIG } from './daemonConfig.ts';
import { endAll, type Env, jsonOf, sluice, start, startSimulator } from './processes.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const folder = temporaryFolder();
const config = folder.path('daemon.yaml');
beforeAll(() => writeFileSync(config, DAEMON_CONFIG));
afterAll(async () => {
  await endAll();
  folder.remove();
});

const asJson = (name: string, ...rest: string[]): string[] => [...name.split(' '), ...rest, '-o', 'json'];

interface Row {
  readonly check: string;
  readonly name: string;
  readonly difference: string | number | null;
  readonly result: string;
}

describe(reconcileAccount.name, () => {
  it('compares an account without a daemon, begins its ledger, and says by its exit code that a balance differs', async () => {
    const simulator = await startSimulator();
    const env: Env = { ...simulator.env, SLUICE_STATE: folder.path('direct'), SLUICE_ACCOUNTS: folder.path('accounts') };
    const rows = jsonOf(await sluice(asJson(reconcile.name), env)) as readonly Row[];
    expect(rows.find(({ name }) => name === 'EUR')).toMatchObject({ check: 'balance', result: 'explained' });
    const opening = jsonOf(await sluice(asJson(ledgerList.name), env)) as readonly { cause: string; currency: string }[];
    expect(opening.map(({ cause }) => cause)).toContain('opening');
    // Nothing has moved at the venue, so what is booked by hand is what differs.
    const booked = await sluice(asJson(ledgerAdjust.name, 'BTC', '--gained', '0.25', '--note', 'a mistake', '--yes'), env);
    expect(jsonOf(booked)).toMatchObject({ outcome: 'booked', currency: 'BTC', cause: 'adjustment' });
    const { code, stdout, stderr } = await sluice(asJson(reconcile.name), env);
    expect(code).toBe(10);
    expect((JSON.parse(stdout) as readonly Row[]).find(({ name }) => name === 'BTC')).toMatchObject({ result: 'unexplained' });
    expect(stderr).toContain('balance BTC by -0.25');
    expect((await sluice(asJson(ledgerAdjust.name, 'BTC', '--lost', '0.25', '--note', 'the mistake taken back', '--yes'), env)).code).toBe(
      0,
    );
    expect((await sluice(reconcile.name.split(' '), env)).code).toBe(0);
  });

  it('works through the daemon while it trades', async () => {
    const env: Env = { SLUICE_STATE: folder.path('daemon') };
    const daemon = start(['run', config], env);
    await daemon.until(': filled ');
    const { code, stdout } = await sluice(reconcile.name.split(' '), env);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^CHECK +NAME +OURS +VENUE +DIFFERENCE +RESULT$/m);
    expect((await sluice(asJson(ledgerAdjust.name, 'BTC', '--note', 'x', '--yes'), env)).code).toBe(2);
    await sluice(['stop'], env);
    expect((await daemon.ended).code).toBe(0);
  });
});
