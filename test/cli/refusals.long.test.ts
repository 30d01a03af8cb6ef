import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { refusalsList } from '../../src/cli/commands/refusalsList.ts';
import { refusalsAllow, refusalsRevoke } from '../../src/cli/commands/refusalsRevoke.ts';
import { status } from '../../src/cli/commands/status.ts';
import { idOf } from '../../src/gateway/learnedRefusals.ts';
import { DAEMON_CONFIG } from './daemonConfig.ts';
import { endAll, type Env, jsonOf, sluice, start, startSimulator } from './processes.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const folder = temporaryFolder();
afterAll(async () => {
  await endAll();
  folder.remove();
});

const LINE =
  '{"state":"learned","since":"2026-11-20T10:00:00Z","request":"place","status":400,"shape":"standard","text":"INSUFFICIENT_FUNDS","proofs":' +
  '[{"at":"2026-11-20T09:00:00Z","intent":"01KAFWQ9Z3V5W2M8RTX1J6B0CD"}]}\n';
const ID = idOf({ kind: 'place', refusal: '400 standard INSUFFICIENT_FUNDS' });
const asJson = (name: string, ...rest: string[]): string[] => [...name.split(' '), ...rest, '-o', 'json'];

describe('V3: a person and what was learned of the venue’s refusals', () => {
  it('lists it, revokes it, and lets it be learned again, without a daemon', async () => {
    const simulator = await startSimulator();
    const state = folder.path('direct');
    const env: Env = { ...simulator.env, SLUICE_STATE: state, SLUICE_ACCOUNTS: folder.path('accounts') };
    expect((await sluice(asJson(refusalsList.name), env)).code, 'there is no journal yet').toBe(3);
    const none = await sluice(asJson(refusalsRevoke.name, ID), env);
    expect(none.code).toBe(3);
    expect(none.stderr).toContain(`there is no refusal ${ID}`);
    const file = join(
      state,
      readdirSync(state)
        .find((name) => name.endsWith('.sqlite'))!
        .replace('.sqlite', '.refusals.jsonl'),
    );
    writeFileSync(file, LINE);
    expect(jsonOf(await sluice(asJson(refusalsList.name), env))).toMatchObject([
      { id: ID, state: 'learned', request: 'place', answer: '400 standard INSUFFICIENT_FUNDS', proofs: '01KAFWQ9Z3V5W2M8RTX1J6B0CD' },
    ]);
    expect(jsonOf(await sluice(asJson(refusalsRevoke.name, ID), env))).toMatchObject({ outcome: 'revoked', id: ID });
    expect(readFileSync(file, 'utf8')).toContain('"state":"revoked"');
    expect((await sluice(asJson(refusalsAllow.name, ID), env)).code, 'it asks before it allows').toBe(9);
    expect(jsonOf(await sluice(asJson(refusalsAllow.name, ID, '--yes'), env))).toMatchObject({ outcome: 'counting', id: ID });
    expect(readFileSync(file, 'utf8')).toMatch(/"state":"counting".*"proofs":\[\]/);
    writeFileSync(file, `${LINE}{}\n`);
    const { code, stderr } = await sluice(refusalsList.name.split(' '), env);
    expect(code).toBe(4);
    expect(stderr).toContain('.refusals.jsonl, line 2: state: ');
  });

  it('does so through the running daemon, whose status shows it', async () => {
    const config = folder.path('daemon.yaml');
    writeFileSync(config, DAEMON_CONFIG);
    const env: Env = { SLUICE_STATE: folder.path('daemon') };
    const daemon = start(['run', config], env);
    await daemon.until(': filled ');
    const file = folder.path('daemon/demo.refusals.jsonl');
    writeFileSync(file, LINE.replace('learned', 'disproved'));
    const shown = jsonOf(await sluice(asJson(status.name), env)) as { readonly learned: unknown };
    expect(shown.learned).toMatchObject({ refusals: [{ id: ID, state: 'disproved' }] });
    expect((await sluice([status.name], env)).stdout).toContain('REFUSAL 400 standard INSUFFICIENT_FUNDS to a place was disproved at 2026');
    expect(jsonOf(await sluice(asJson(refusalsRevoke.name, ID), env))).toMatchObject({ outcome: 'revoked', request: 'place' });
    expect((await sluice([status.name], env)).stdout).not.toContain('REFUSAL');
    writeFileSync(file, 'rubbish\n');
    expect((await sluice([status.name], env)).stdout).toContain('REFUSAL no learned refusal counts until this is mended: ');
    expect((await sluice(asJson(refusalsRevoke.name, ID), env)).code).toBe(4);
    await sluice(['stop'], env);
    expect((await daemon.ended).code).toBe(0);
  });
});
