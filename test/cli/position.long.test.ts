import { writeFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { positionAdjust } from '../../src/cli/commands/positionAdjust.ts';
import { positionList } from '../../src/cli/commands/positionList.ts';
import { adjustPosition } from '../../src/cli/positionWay.ts';
import { endAll, type Env, jsonOf, sluice, start, startSimulator } from './processes.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const folder = temporaryFolder();
afterAll(async () => {
  await endAll();
  folder.remove();
});

const GUARD = `strategies:
  guard: { symbol: ETH/EUR, opening: { amount: 2, price: 1500 }, exits: [{ kind: stop, stop: 1 }] }
`;
const asJson = (name: string, ...rest: string[]): string[] => [...name.split(' '), ...rest, '-o', 'json'];
const CORRECTION = ['guard', '--bought', '0.5', '--price', '1600', '--note', 'by hand', '--yes'];

interface Entry {
  readonly id: string;
  readonly cause: string;
  readonly amount: string | number;
  readonly note: string | null;
}

describe(adjustPosition.name, () => {
  it('corrects a position for the next daemon, and of a running one; each stands in the journal, and why tells it', async () => {
    const simulator = await startSimulator();
    const config = folder.path('guard.yaml');
    writeFileSync(config, `mode: demo\n${GUARD}`);
    const env: Env = { ...simulator.env, SLUICE_STATE: folder.path('state'), SLUICE_ACCOUNTS: folder.path('accounts') };
    const before = await sluice(asJson(positionAdjust.name, ...CORRECTION, '-c', config), env);
    expect(jsonOf(before)).toMatchObject({ outcome: 'corrected', symbol: 'ETH/EUR' });
    const daemon = start(['run', config], env);
    await daemon.until('is active and waits for');
    expect(jsonOf(await sluice(asJson(positionAdjust.name, ...CORRECTION, '-c', config), env))).toMatchObject({ outcome: 'corrected' });
    const { strategies } = jsonOf(await sluice(asJson('status', '-c', config), env)) as { strategies: readonly { position: unknown }[] };
    expect(String(strategies[0]!.position)).toBe('3');
    const entries = jsonOf(await sluice(asJson(positionList.name, '-c', config), env)) as readonly Entry[];
    expect(entries.map(({ cause, amount }) => [cause, String(amount)])).toEqual([
      ['correction', '0.5'],
      ['opening', '2'],
      ['correction', '0.5'],
    ]);
    const why = await sluice(['why', entries[2]!.id, '-c', config], env);
    expect(why.stdout).toContain('correction of guard: +0.5 ETH/EUR at 1600: by hand');
    const wrong = await sluice(asJson(positionAdjust.name, 'nobody', ...CORRECTION.slice(1), '-c', config), env);
    expect(wrong.stderr).toContain('there is no strategy');
    const neither = await sluice(asJson(positionAdjust.name, 'guard', '--price', '1', '--note', 'x', '--yes', '-c', config), env);
    expect(neither.code).toBe(2);
    await sluice(['stop', '-c', config], env);
    expect((await daemon.ended).code).toBe(0);
  });
});
