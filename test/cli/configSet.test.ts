import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { packageFile } from '../../src/base/packageFiles.ts';
import { run } from './testIo.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const folder = temporaryFolder();
const cwd = folder.path('.');
afterAll(() => folder.remove());

const SOURCE = `mode: demo # mine
risk: { maxOpenOrders: 20 }
strategies:
  m: { use: maker, symbol: BTC/EUR, budget: 500 EUR, params: { spreadBps: 22.5, size: 0.004 } } # quotes
`;
const fileText = (): string => readFileSync(folder.path('my.yaml'), 'utf8');
const set = (...more: string[]) => run(['config', 'set', ...more, '-c', 'my.yaml'], { cwd });

beforeEach(() => {
  writeFileSync(folder.path('my.yaml'), SOURCE);
  mkdirSync(folder.path('sweeps/my-0123456789ab'), { recursive: true });
  const line = (spreadBps: string, smooth: string) =>
    JSON.stringify({ params: { 'strategies.m.params.spreadBps': spreadBps, 'strategies.m.params.smooth': smooth } });
  writeFileSync(folder.path('sweeps/my-0123456789ab/results.jsonl'), `${line('10', '20')}\n${line('12.5', '40')}\n`);
});

describe('sluice config set', () => {
  it('changes one setting, and says from what to what', async () => {
    const { code, stdout } = await set('risk.maxOpenOrders', '30', '-o', 'json');
    expect([code, JSON.parse(stdout)]).toEqual([0, [{ setting: 'risk.maxOpenOrders', before: '20', after: '30' }]]);
    expect(fileText()).toBe(SOURCE.replace('20', '30'));
    expect(readdirSync(cwd).toSorted()).toEqual(['my.yaml', 'sweeps']);
  });

  it('takes the parameters of a trial and keeps comments and form', async () => {
    const { code, stderr } = await set('--from-trial', 'my-0123:1');
    expect([code, stderr]).toEqual([0, expect.stringContaining('wrote ') as unknown]);
    expect(fileText()).toBe(SOURCE.replace('22.5', '12.5').replace('size: 0.004', 'size: 0.004, smooth: 40'));
  });

  it('only shows what would change with --dry-run', async () => {
    const { stdout, stderr } = await set('--from-trial', 'my-0123456789ab:0', '--dry-run');
    const line = SOURCE.split('\n')[3]!;
    expect(stdout).toBe(`-${line}\n+${line.replace('22.5', '10').replace('size: 0.004', 'size: 0.004, smooth: 20')}\n`);
    expect(stderr).toContain('stays as it is');
    expect((await set('log.level', 'debug', '--dry-run')).stdout).toBe('+log: { level: debug }\n');
    expect(fileText()).toBe(SOURCE);
  });

  it('leaves the file alone when it would not be right, and shows the place', async () => {
    const { code, stderr } = await set('strategies.m.params.spreadBps', '2000');
    expect(code).toBe(4);
    expect(stderr).toContain('my.yaml:4');
    expect(stderr).not.toContain('draft');
    expect(stderr).toContain('must be at most 1000 bps, not 2000');
    expect((await set('risk.maxDailyLos', '1 EUR')).stderr).toContain('did you mean maxDailyLoss?');
    expect(fileText()).toBe(SOURCE);
    expect(readdirSync(cwd).toSorted()).toEqual(['my.yaml', 'sweeps']);
  });

  it('refuses to change a file of the package, as the dashboard does, and writes nothing beside it', async () => {
    const demo = fileURLToPath(packageFile('config/demo.yaml'));
    const before = readFileSync(demo, 'utf8');
    for (const more of [[], ['--dry-run']]) {
      const { code, stderr } = await run(['config', 'set', 'risk.maxOpenOrders', '40', '-c', demo, ...more], { cwd });
      expect([code, stderr]).toEqual([7, expect.stringContaining('is a part of the package and stays as it is') as unknown]);
    }
    expect(readFileSync(demo, 'utf8')).toBe(before);
  });

  it('says what is missing', async () => {
    expect((await set('risk.maxOpenOrders')).stderr).toContain('expected a key and a value, or --from-trial');
    expect((await set('risk.maxOpenOrders', '1', '--from-trial', 'my:1')).code).toBe(2);
    expect((await run(['config', 'set', 'a', 'b'], { cwd })).stderr).toContain('a file is missing');
    expect((await run(['config', 'set', 'a', 'b', '-c', 'gone.yaml'], { cwd })).code).toBe(3);
    expect((await set('--from-trial', 'other:1')).stderr).toContain('no sweep other in');
    expect((await set('--from-trial', 'my-0:9')).stderr).toContain('has trials 0 to 1, and no 9');
    expect((await set('--from-trial', 'my')).stderr).toContain('expected a sweep and the number of a trial');
  });
});
