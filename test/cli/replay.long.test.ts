import { appendFileSync, cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canary } from '../../src/cli/commands/canary.ts';
import { parity } from '../../src/cli/commands/parity.ts';
import { replay } from '../../src/cli/commands/replay.ts';
import { SessionReader } from '../../src/session/sessionReader.ts';
import { until } from '../until.ts';
import { DAEMON_CONFIG } from './daemonConfig.ts';
import { endAll, start } from './processes.ts';
import { run } from './testIo.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const folder = temporaryFolder();
const config = folder.path('daemon.yaml');
const state = folder.path('state');

beforeAll(async () => {
  writeFileSync(config, DAEMON_CONFIG);
  const daemon = start(['run', config, '--plain', '--state', state]);
  // By then the daemon has decided something. After an orderly end, all its decisions are in the session.
  await daemon.until('btc-maker: filled');
  daemon.kill('SIGTERM');
  expect((await daemon.ended).code).toBe(0);
});
afterAll(async () => {
  await endAll();
  folder.remove();
});

interface Printed {
  readonly identical: boolean;
  readonly commands: number;
  readonly ending: string;
  readonly changedCode: readonly string[];
  readonly tear: { readonly part: string; readonly lostBytes: number } | null;
  readonly difference: {
    readonly event: number;
    readonly recorded: readonly object[];
    readonly replayed: readonly { readonly type: string }[];
  } | null;
}

describe(`sluice ${replay.name}`, () => {
  it('runs what a daemon saw through its strategies again, and finds the same commands', async () => {
    const ended = await run(['replay', 'last', '-o', 'json', '--state', state]);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    const printed = JSON.parse(ended.stdout) as Printed;
    expect(printed).toMatchObject({ identical: true, difference: null, tear: null, ending: 'ended', changedCode: [] });
    expect(printed.commands).toBeGreaterThan(0);
    const people = await run(['replay', 'last', '--state', state]);
    expect(people.stdout).toMatch(/^identical: \d+ events \(\d+ books\) of session \d{8}T\d{6}Z gave the same \d+ commands\n$/);
    expect(people.stderr).toMatch(/\d+ events in .*, \d+ events\/s\n$/);
  });

  it('ends with 10 and shows the first event on which another configuration decides otherwise', async () => {
    const other = folder.path('other.yaml');
    writeFileSync(other, DAEMON_CONFIG.replace('size: 0.01', 'size: 0.02'));
    const ended = await run(['replay', 'last', '-c', other, '--state', state]);
    expect(ended.code).toBe(10);
    expect(ended.stdout).toMatch(/^DIFFERENT at event \d+, after \d+ events that agreed\n/);
    expect(ended.stdout).toMatch(/^event {5}\d+ at 20\S+Z: book BTC\/EUR of/m);
    expect(ended.stdout).toMatch(/^recorded {2}#1 place .*amount=0\.00/m);
    expect(ended.stdout).toMatch(/^replayed {2}#1 place .*amount=0\.01/m);
    expect(ended.stdout).toMatch(/^differs {3}#1 amount: 0\.00\S+ -> 0\.01\S+$/m);
    const { code, stdout } = await run(['replay', 'last', '-c', other, '-o', 'json', '--state', state]);
    expect(code).toBe(10);
    expect((JSON.parse(stdout) as Printed).difference).toMatchObject({ recorded: [{ type: 'place' }], replayed: [{ type: 'place' }] });
  });

  it('tells of a torn end and compares what is there', async () => {
    const sessions = join(state, 'sessions');
    const session = join(sessions, readdirSync(sessions).at(-1)!);
    appendFileSync(
      join(
        session,
        readdirSync(session).find((name) => name.endsWith('.events'))!,
      ),
      Buffer.from([9, 0, 0, 0, 1, 2]),
    );
    const ended = await run(['replay', session, '--state', state]);
    expect(ended.code).toBe(0);
    expect(ended.stdout).toMatch(/the session ends early: \S+\.events can't be read from byte \d+ on \(it is cut off\); 6 bytes are lost/);
  });

  it('takes a session of which nothing can be read for no identical one', async () => {
    const sessions = join(state, 'sessions');
    const copy = folder.path('unreadable');
    cpSync(join(sessions, readdirSync(sessions).at(-1)!), copy, { recursive: true });
    for (const part of readdirSync(copy).filter((name) => name.endsWith('.events'))) writeFileSync(join(copy, part), 'of another program');
    const ended = await run(['replay', copy, '--state', state]);
    expect([ended.code, ended.stdout]).toEqual([3, '']);
    expect(ended.stderr).toMatch(
      /no event of session unreadable can be read: \S+\.events, byte 0: it does not begin as a part of a session/,
    );
  });

  it('B1: runs no file that a session names before a person has agreed, nor one of a session that can not be read', async () => {
    const sessions = join(state, 'sessions');
    const foreign = folder.path('foreign');
    cpSync(join(sessions, readdirSync(sessions).at(-1)!), foreign, { recursive: true });
    const [strategy, mark] = [folder.path('theirs.ts'), folder.path('it-ran')];
    writeFileSync(strategy, `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(mark)}, '');\nexport default 1;\n`);
    const manifest = join(foreign, 'manifest.json');
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('"use":"maker"', `"use":${JSON.stringify(strategy)}`));
    const asked = await run(['replay', foreign, '--state', state]);
    expect([asked.code, existsSync(mark)]).toEqual([9, false]);
    expect(asked.stderr).toContain(`the session runs ${strategy} with all rights of this process; run it?`);
    // With a configuration of one's own nothing of the session is run.
    expect((await run(['replay', foreign, '-c', config, '--state', state])).code).toBe(0);
    expect(existsSync(mark)).toBe(false);
    const agreed = await run(['replay', foreign, '--yes', '--state', state]);
    expect([agreed.code, existsSync(mark)], 'it ran, and was no strategy').toEqual([4, true]);
    rmSync(mark);
    for (const part of readdirSync(foreign).filter((name) => name.endsWith('.events')))
      writeFileSync(join(foreign, part), 'of another program');
    expect([(await run(['replay', foreign, '--yes', '--state', state])).code, existsSync(mark)]).toEqual([3, false]);
  });

  it('says which sessions there are when it can’t find one', async () => {
    const ended = await run(['replay', '20200101T000000Z', '--state', state]);
    expect(ended.code).toBe(3);
    expect(ended.stderr).toMatch(/there is no session .*; the last are \d{8}T\d{6}Z/);
  });
});

describe(`sluice ${canary.name}`, () => {
  it('ends with 0 when nothing would be decided otherwise', async () => {
    const ended = await run(['canary', '--last', '1h', '--state', state]);
    expect(ended).toMatchObject({ code: 0, stdout: expect.stringMatching(/^0 of \d+ events were decided differently\n/) as string });
  });

  it('ends with 10 and counts what another configuration would do, by strategy and kind', async () => {
    const other = folder.path('wider.yaml');
    writeFileSync(other, DAEMON_CONFIG.replace('spreadBps: 4', 'spreadBps: 8'));
    const ended = await run(['canary', '--last', '1h', '--show', '1', '-c', other, '--state', state]);
    expect(ended.code).toBe(10);
    expect(ended.stdout).toMatch(/btc-maker {2}place/);
    expect(ended.stdout.match(/^event /gm)).toHaveLength(1);
    const json = await run(['canary', '--last', '1h', '-c', other, '-o', 'json', '--state', state]);
    const printed = JSON.parse(json.stdout) as { differing: number; sessions: { counts: { strategy: string }[] }[] };
    expect(printed.differing).toBeGreaterThan(0);
    expect(printed.sessions[0]!.counts[0]).toMatchObject({ strategy: 'btc-maker' });
  });

  it('says when no session is recent enough', async () => {
    const ended = await run(['canary', '--last', '1h', '--state', folder.path('empty')]);
    expect(ended).toMatchObject({ code: 3, stderr: expect.stringContaining('no session in') as string });
  });
});

describe(`sluice ${parity.name}`, () => {
  it('compares a day with its backtest, prints it and writes it down', async () => {
    const sessions = readdirSync(join(state, 'sessions'));
    const day = sessions[0]!.replace(/^(\d{4})(\d\d)(\d\d)T.*$/, '$1-$2-$3');
    const people = await run(['parity', '--day', day, '--state', state]);
    expect(people).toMatchObject({ code: 0, stdout: expect.stringMatching(/^SESSION +STRATEGY +DECISIONS +FILLS +SIMULATED/) as string });
    expect(people.stdout).toMatch(/^decided the same on the recorded state in (\d+) of \1 events$/m);
    expect(existsSync(join(state, 'parity', `${day}.json`))).toBe(true);
    const csv = await run(['parity', '--day', day, '-o', 'csv', '--state', state]);
    expect(csv.stdout, 'figures for programs are plain').not.toContain('%');
    const printed = JSON.parse((await run(['parity', '--day', day, '-o', 'json', '--state', state])).stdout) as object[];
    expect(printed).toMatchObject([{ session: sessions[0], market: 'session', strategies: [{ strategy: 'btc-maker' }] }]);
  });

  it('says when a day has no session, and what a day looks like', async () => {
    expect(await run(['parity', '--day', '2020-01-01', '--state', state])).toMatchObject({ code: 3 });
    expect(await run(['parity', '--day', 'yesterday', '--state', state])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('expected a day, like 2026-11-20') as string,
    });
  });
});

/** Whether anything of a session can be read yet. */
function hasEvents(session: string): boolean {
  return new SessionReader(session).steps().next().done !== true;
}

describe('a daemon that is killed', () => {
  it('leaves a session that replays up to its last chunk, and is marked at the next start', async () => {
    const killed = folder.path('killed');
    const daemon = start(['run', config, '--plain', '--state', killed]);
    await daemon.until('btc-maker is running');
    const sessions = join(killed, 'sessions');
    const [id] = readdirSync(sessions);
    await until(() => hasEvents(join(sessions, id!)));
    daemon.kill('SIGKILL');
    expect(await daemon.ended).toMatchObject({ signal: 'SIGKILL' });
    const replayed = JSON.parse((await run(['replay', 'last', '-o', 'json', '--state', killed])).stdout) as Printed;
    expect(replayed).toMatchObject({ identical: true, ending: null });
    // No daemon has marked it yet, but it is no longer being written.
    expect((await run(['replay', 'last', '--state', killed])).stderr).toContain(`session ${id}, crashed`);
    const next = start(['run', config, '--plain', '--state', killed]);
    await next.until('btc-maker is running');
    next.kill('SIGTERM');
    expect((await next.ended).code).toBe(0);
    const ending = JSON.parse(readFileSync(join(sessions, id!, 'end.json'), 'utf8')) as { how: string };
    expect(ending.how).toBe('crashed');
    expect(readdirSync(sessions)).toHaveLength(2);
  });
});
