import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { configCheck } from '../../src/cli/commands/configCheck.ts';
import { configExplain } from '../../src/cli/commands/configExplain.ts';
import { configSchema } from '../../src/cli/commands/configSchema.ts';
import { configShow } from '../../src/cli/commands/configShow.ts';
import { version } from '../../src/cli/commands/version.ts';
import { configFile, DEMO_CONFIG, ownConfigFile, settingsOf } from '../../src/cli/configFile.ts';
import { run, testShell } from './testIo.ts';

const cwd = mkdtempSync(join(tmpdir(), 'sluice-cli-'));
afterAll(() => rmSync(cwd, { recursive: true }));
writeFileSync(join(cwd, 'good.yaml'), 'record: { symbols: [BTC/EUR] }\nlog: { level: debug }\n');
writeFileSync(join(cwd, 'bad.yaml'), 'mode: lvie\nlog: { level: loud }\n');

describe(configCheck.name, () => {
  it('says that a file is right', async () => {
    const { code, stdout, stderr } = await run(['config', 'check', 'good.yaml', '-o', 'json'], { cwd });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ file: 'good.yaml', mode: 'demo', strategies: 0, result: 'ok' });
    expect(stderr).toBe('');
  });

  it('shows every problem with its place and exits 4', async () => {
    const { code, stdout, stderr } = await run(['config', 'check', '-c', 'bad.yaml'], { cwd });
    expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
    expect(stderr).toContain('bad.yaml:1:7  mode');
    expect(stderr).toContain('bad.yaml:2:15  log.level');
  });

  it.each([
    ['{ objective: proft, space: { strategies.m.params.spreadBps: {} } }', 'did you mean profit?'],
    ['{ space: { strategies.n.params.spreadBps: {} } }', 'there is no strategy n; there are m'],
    ['{ space: { strategies.m.params.spredBps: {} } }', 'did you mean spreadBps?'],
    ['{ space: { strategies.m.params.spreadBps: { from: 9, to: 3 } } }', 'from must be below to, not 9 and 3'],
    ['{ draws: 20, band: pessimistic, space: { strategies.m.params.spreadBps: {} } }', 'only the fitted band is drawn'],
    ['{ draws: 3, space: { strategies.m.params.spreadBps: {} } }', 'expected 0, or a whole number from 20 to 1000'],
    ['{ sampler: grid, space: { strategies.m.params.spreadBps: { from: 3, to: 9 } } }', 'step'],
    [
      '{ sampler: grid, space: { strategies.m.params.spreadBps: { from: 1, to: 40, step: 0.01 }, strategies.m.params.size: { from: 0.001, to: 1, step: 0.001 } } }',
      'at most 1000000 combinations',
    ],
    [
      '{ trials: 2, halving: { rungs: 4, reduction: 3 }, space: { strategies.m.params.spreadBps: {} } }',
      'expected at least 27 trials for 4 rungs',
    ],
  ])('finds what a sweep would refuse: %s', async (sweep, said) => {
    const strategies = 'strategies: { m: { use: maker, symbol: BTC/EUR, budget: 500 EUR } }';
    writeFileSync(join(cwd, 'swept.yaml'), `${strategies}\nsweep: ${sweep}\n`);
    const { code, stderr } = await run(['config', 'check', 'swept.yaml'], { cwd });
    expect(code).toBe(4);
    expect(stderr).toContain(said);
    writeFileSync(join(cwd, 'swept.yaml'), `${strategies}\nsweep: { space: { strategies.m.params.spreadBps: { from: 3, to: 9 } } }\n`);
    expect((await run(['config', 'check', 'swept.yaml'], { cwd })).code).toBe(0);
  });

  it('says of a sweep without strategies that there are none', async () => {
    writeFileSync(join(cwd, 'alone.yaml'), 'sweep: { space: { strategies.n.params.spreadBps: {} } }\n');
    const { code, stderr } = await run(['config', 'check', 'alone.yaml'], { cwd });
    expect(code).toBe(4);
    expect(stderr).toMatch(/there is no strategy n; there are none$/m);
  });

  it('checks the demo when no file is named', async () => {
    const { code, stdout } = await run(['config', 'check', '-o', 'json'], { cwd });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ file: DEMO_CONFIG, strategies: 3 });
  });
});

describe(configShow.name, () => {
  it('shows file, defaults and environment, secrets masked, as YAML or JSON', async () => {
    const env = { SLUICE_EXCHANGE_URL: 'http://127.0.0.1:1', SLUICE_EXCHANGE_KEY: 'hunter2', SLUICE_EXCHANGE_SECRET: 'c2VjcmV0' };
    const yaml = await run(['config', 'show', 'good.yaml'], { cwd, env });
    expect(yaml.stdout).toContain('level: debug');
    const json = await run(['config', 'show', 'good.yaml', '-o', 'json'], { cwd, env });
    expect(JSON.parse(json.stdout)).toMatchObject({ venue: { exchange: { key: 'set (env SLUICE_EXCHANGE_KEY, 7 chars)' } } });
    expect(yaml.stdout + json.stdout).not.toMatch(/hunter2|c2VjcmV0/);
  });
});

describe(configExplain.name, () => {
  it('explains a field, a section, and everything', async () => {
    expect((await run(['config', 'explain', 'risk.onStop'])).stdout).toMatch(/DEFAULT +cancel\n/);
    expect((await run(['config', 'explain', 'log'])).stdout).toContain('log.level');
    expect((JSON.parse((await run(['config', 'explain', '-o', 'json'])).stdout) as unknown[]).length).toBeGreaterThan(40);
  });

  it('exits 3 for a setting that there is none of', async () => {
    const { code, stderr } = await run(['config', 'explain', 'risk.maxDalyLoss']);
    expect(code).toBe(3);
    expect(stderr).toContain('did you mean risk.maxDailyLoss?');
  });
});

describe(configSchema.name, () => {
  it('prints a JSON Schema', async () => {
    expect(JSON.parse((await run(['config', 'schema'])).stdout)).toMatchObject({ type: 'object', additionalProperties: false });
  });
});

describe(version.name, () => {
  it('prints versions', async () => {
    expect(JSON.parse((await run(['version', '-o', 'json'])).stdout)).toMatchObject({
      sluice: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
    });
  });

  it('is what --version and -V mean', async () => {
    const { stdout } = await run(['version']);
    for (const asked of ['--version', '-V']) expect(await run([asked])).toMatchObject({ code: 0, stdout });
  });
});

describe('the configuration of a command', () => {
  it('is the named file, else the demo for what needs a file, else the environment alone', async () => {
    expect(configFile(testShell())).toBe(DEMO_CONFIG);
    expect(configFile(testShell({ config: 'x.yaml' }))).toBe('x.yaml');
    expect((await settingsOf(testShell())).file).toBeUndefined();
    expect((await settingsOf(testShell({ config: 'good.yaml' }, { cwd }))).file).toBe(join(cwd, 'good.yaml'));
  });

  it('is the sluice.yaml of the folder where no other is named', async () => {
    const folder = join(cwd, 'own');
    mkdirSync(folder);
    writeFileSync(join(folder, 'sluice.yaml'), 'log: { level: debug }\n');
    expect(configFile(testShell({}, { cwd: folder }))).toBe('sluice.yaml');
    expect(configFile(testShell({ config: 'x.yaml' }, { cwd: folder }))).toBe('x.yaml');
    expect((await settingsOf(testShell({}, { cwd: folder }))).log.level).toBe('debug');
    expect(ownConfigFile(testShell({}, { cwd: folder }), undefined, 'sweep')).toBe(join(folder, 'sluice.yaml'));
    expect(ownConfigFile(testShell({}, { cwd: folder }), 'y.yaml', 'sweep')).toBe(join(folder, 'y.yaml'));
  });

  it('has to be named for what the demo would not answer', async () => {
    for (const name of ['backtest', 'sweep']) {
      const { code, stderr } = await run([name], { cwd });
      expect(code).toBe(2);
      expect(stderr).toContain('no configuration is named, and this folder has no sluice.yaml');
      expect(stderr).toContain(`name the file, like \`sluice ${name} my.yaml\``);
    }
  });

  it.each(['backtest', 'sweep', 'config check', 'config show', 'config plan'])(
    'is asked for where it was named, when there is no such file: sluice %s',
    async (name) => {
      const words = name.split(' ');
      const argument = await run([...words, 'nosuch.yaml'], { cwd });
      expect(argument.code).toBe(4);
      expect(argument.stderr).toContain('nosuch.yaml: there is no such file');
      // An argument goes before `-c`, which would be passed over.
      expect(argument.stderr).toContain(`do: name a configuration that is there, like \`sluice ${name} my.yaml\``);
      expect((await run([...words, '-c', 'nosuch.yaml'], { cwd })).stderr).toContain('do: name a configuration file with -c FILE');
    },
  );
});
