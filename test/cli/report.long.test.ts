import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { desktopOf, opener } from '../../src/cli/openBrowser.ts';
import { reportCompare } from '../../src/cli/commands/reportCompare.ts';
import { reportOpen } from '../../src/cli/commands/reportOpen.ts';
import { RunFolder } from '../../src/research/backtest/runFolder.ts';
import { writeReport } from '../../src/research/report/writeReport.ts';
import type { RunRecord } from '../../src/research/runRecord.ts';
import { livelyRecord } from '../research/runFixture.ts';
import { until } from '../until.ts';
import { run } from './testIo.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const folder = temporaryFolder();
const cwd = folder.path('.');

const PLACE = '{"at":1,"type":"place","strategy":"m","price":"100"}';
const OTHER = '{"at":1,"type":"place","strategy":"m","price":"101"}';
const OPENED = '{"at":2,"type":"opened","order":"7"}';

async function writeRun(
  runs: string,
  id: string,
  parts: Partial<RunRecord['manifest']> = {},
  events: readonly string[] = [PLACE, OPENED],
  days = 9,
): Promise<void> {
  const base = livelyRecord(days);
  const record = { ...base, manifest: { ...base.manifest, id, ...parts } };
  mkdirSync(folder.path(runs), { recursive: true });
  const files = new RunFolder(folder.path(runs), id);
  for (const line of events) files.story('fitted', Buffer.from(`${line}\n`));
  await files.finish(record, async (partial) => void (await writeReport(partial, record)));
}

beforeAll(async () => {
  await writeRun('runs', 'maker-aaa');
  await writeRun('runs', 'maker-bbb', { config: 'e'.repeat(64), seed: '8' }, [PLACE, OPENED, OTHER]);
  await writeRun('runs', 'grid-ccc', { data: { 'BTC/EUR': 'f'.repeat(64) } }, [OTHER], 20);
  for (const [id, at] of Object.entries({ 'maker-aaa': 100, 'maker-bbb': 300, 'grid-ccc': 200 })) {
    utimesSync(folder.path(`runs/${id}/manifest.json`), at, at);
  }
});
afterAll(() => folder.remove());

describe(`sluice ${reportOpen.name}`, () => {
  it('tells where the report is when there is no desktop', async () => {
    const file = folder.path('runs/maker-aaa/report.html');
    expect(await run(['report', 'open', 'maker-aaa'], { cwd })).toEqual({ code: 0, stdout: `${pathToFileURL(file).href}\n`, stderr: '' });
    const json = await run(['report', 'open', 'maker-aaa', '-o', 'json'], { cwd });
    expect(JSON.parse(json.stdout)).toEqual({ run: 'maker-aaa', file, url: pathToFileURL(file).href });
  });

  it('takes a folder, the beginning of an id, or the run that was written last, and says which', async () => {
    expect((await run(['report', 'open', 'runs/grid-ccc'], { cwd })).stdout).toMatch(/grid-ccc\/report\.html\n$/);
    expect((await run(['report', 'open', 'gri'], { cwd })).stdout).toMatch(/grid-ccc\/report\.html\n$/);
    const last = await run(['report', 'open'], { cwd });
    expect(last).toMatchObject({ code: 0, stderr: 'the run that was written last is maker-bbb\n' });
    expect(last.stdout).toMatch(/maker-bbb\/report\.html\n$/);
  });

  it('finds the runs where the configuration puts them', async () => {
    await writeRun('elsewhere', 'far-away');
    writeFileSync(folder.path('far.yaml'), 'mode: demo\nbacktest: { runs: ./elsewhere }\n');
    expect((await run(['report', 'open', '-c', folder.path('far.yaml')], { cwd })).stdout).toMatch(/elsewhere\/far-away\/report\.html\n$/);
    expect((await run(['report', 'open', '--runs', 'elsewhere'], { cwd })).stdout).toMatch(/far-away/);
  });

  it('says what there is when it finds nothing', async () => {
    const unknown = await run(['report', 'open', 'nothing'], { cwd });
    expect(unknown).toMatchObject({ code: 3, stdout: '' });
    expect(unknown.stderr).toMatch(/no run nothing in .*runs[\s\S]*there are grid-ccc, maker-aaa, maker-bbb/);
    expect((await run(['report', 'open', 'maker-'], { cwd })).stderr).toMatch(/maker- may be maker-aaa or maker-bbb/);
    expect((await run(['report', 'open', '--runs', 'empty'], { cwd })).stderr).toMatch(/no run in .*empty[\s\S]*sluice backtest CONFIG/);
    await writeRun('torn', 'half');
    rmSync(folder.path('torn/half/report.html'));
    expect((await run(['report', 'open', 'half', '--runs', 'torn'], { cwd })).stderr).toMatch(/half has no report\.html/);
  });

  it('starts the browser at a terminal with a desktop', async () => {
    const seen = folder.path('seen');
    mkdirSync(folder.path('bin'));
    for (const program of ['xdg-open', 'open'])
      writeFileSync(folder.path(`bin/${program}`), `#!/bin/sh\necho "$1" > '${seen}'\n`, { mode: 0o755 });
    const env = { DISPLAY: ':9', PATH: `${folder.path('bin')}:${process.env['PATH'] ?? ''}` };
    const opened = await run(['report', 'open', 'maker-aaa'], { cwd, env, columns: 120 });
    expect(opened).toMatchObject({ code: 0, stdout: '' });
    expect(opened.stderr).toMatch(/^opened file:\/\/.*maker-aaa\/report\.html\n$/);
    const started = await until(() => readFileSync(seen, { encoding: 'utf8', flag: 'a+' }));
    expect(started).toMatch(/^file:.*report\.html\n$/);
    const printed = await run(['report', 'open', 'maker-aaa', '--print'], { cwd, env, columns: 120 });
    expect(printed.stdout).toMatch(/^file:/);
    const broken = await run(['report', 'open', 'maker-aaa'], { cwd, env: { DISPLAY: ':9', PATH: folder.path('runs') }, columns: 120 });
    expect(broken).toMatchObject({ code: 0, stderr: '' });
    expect(broken.stdout).toMatch(/^file:/);
  });

  it('knows what a desktop is', () => {
    expect(opener('linux', {})).toBeUndefined();
    expect(desktopOf({ PATH: '/bin', DISPLAY: ':0', XDG_RUNTIME_DIR: '/run', SLUICE_EXCHANGE_SECRET: 's', AWS_KEY: 'k' })).toEqual({
      PATH: '/bin',
      DISPLAY: ':0',
      XDG_RUNTIME_DIR: '/run',
    });
    expect(opener('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toEqual(['xdg-open']);
    expect(opener('darwin', {})).toEqual(['open']);
    expect(opener('darwin', { SSH_CONNECTION: '1' })).toBeUndefined();
    expect(opener('win32', {})).toEqual(['rundll32', 'url.dll,FileProtocolHandler']);
  });
});

interface Compared {
  readonly inputs: readonly { readonly input: string; readonly a: string | null; readonly b: string | null }[];
  readonly decision: object | null;
  readonly figures: readonly { readonly name: string; readonly bands: Record<string, { a: number | null; difference: number | null }> }[];
}

async function compared(...argv: string[]): Promise<{ readonly code: number; readonly value: Compared }> {
  const { code, stdout } = await run(['report', 'compare', ...argv, '-o', 'json'], { cwd });
  return { code, value: JSON.parse(stdout) as Compared };
}

describe(`sluice ${reportCompare.name}`, () => {
  it('names the inputs that differ, and the first decision that does', async () => {
    const { code, value } = await compared('maker-aaa', 'maker-bbb');
    expect(code).toBe(0);
    expect(value.inputs).toEqual([
      { input: 'config', a: 'c'.repeat(64), b: 'e'.repeat(64) },
      { input: 'seed', a: '7', b: '8' },
    ]);
    expect(value.decision).toEqual({ band: 'fitted', same: 1, a: null, b: OTHER });
    const people = await run(['report', 'compare', 'maker-aaa', 'maker-bbb'], { cwd });
    expect(people.stdout).toMatch(/^config +c{12} +e{12}$/m);
    expect(people.stdout).toContain('The first differing decision, in the fitted band, after 1 that are the same:');
    expect(people.stdout).toContain('    A  nothing more');
  });

  it('puts the metrics next to each other, with their difference and their bands', async () => {
    const { value } = await compared('maker-aaa', 'grid-ccc');
    const fills = value.figures.find(({ name }) => name === 'fills')!;
    expect(fills.bands['fitted']!.a).toBeGreaterThan(0);
    expect(fills.bands['fitted']!.difference).toBeGreaterThan(0);
    expect(value.decision).toBeNull();
    const table = await run(['report', 'compare', 'maker-aaa', 'grid-ccc'], { cwd });
    expect(table.stdout).toMatch(/^Fills +\d+ +\d+ +\+\d+ +\d+ \| \d+ \| \d+/m);
    expect(table.stdout).toContain('They read different books');
    const csv = await run(['report', 'compare', 'maker-aaa', 'grid-ccc', '-o', 'csv'], { cwd });
    expect(csv.stdout).toMatch(/^name,band,unit,a,b,difference\r\n/);
    expect(csv.stdout).toMatch(/^sharpe,optimistic,ratio,[\d.-]+,[\d.-]+,[\d.-]+\r$/m);
    expect((await run(['report', 'compare', 'maker-aaa', 'grid-ccc', '-o', 'md'], { cwd })).stdout).toMatch(
      /^\| DIFFERENT INPUT \| A \| B \|$/m,
    );
  });

  it('finds nothing between a run and itself', async () => {
    const { code, value } = await compared('maker-aaa', 'runs/maker-aaa');
    expect({ code, inputs: value.inputs, decision: value.decision }).toEqual({ code: 0, inputs: [], decision: null });
    expect((await run(['report', 'compare', 'maker-aaa', 'maker-aaa'], { cwd })).stdout).toContain(
      'The inputs are the same.\n\nAll decisions are the same.',
    );
  });

  it('ends with 10 when the same inputs did not give the same run', async () => {
    await writeRun('again', 'maker-aaa', {}, [OTHER]);
    const { code, value } = await compared('maker-aaa', 'again/maker-aaa');
    expect(code).toBe(10);
    expect(value.decision).toEqual({ band: 'fitted', same: 0, a: PLACE, b: OTHER });
  });

  it('writes a page of it, too', async () => {
    const { code, stderr } = await run(['report', 'compare', 'maker-aaa', 'maker-bbb', '--html', 'both.html'], { cwd });
    expect(code).toBe(0);
    expect(stderr).toBe(`wrote ${folder.path('both.html')}\n`);
    const page = readFileSync(folder.path('both.html'), 'utf8');
    expect(page).toContain('<h1>maker-aaa and maker-bbb</h1>');
    expect(page).toContain('First differing decision');
    expect(page).not.toMatch(/<script|https?:\/\//);
  });

  it('says which file of a run can not be read', async () => {
    await writeRun('torn', 'whole');
    writeFileSync(folder.path('torn/whole/metrics.json'), '{"bands":{}}');
    const ended = await run(['report', 'compare', 'whole', 'whole', '--runs', 'torn'], { cwd });
    expect(ended.code).toBe(3);
    expect(ended.stderr).toMatch(/whole is not a complete run: metrics\.json can't be read: bands\.pessimistic/);
    await writeRun('torn', 'mute');
    rmSync(folder.path('torn/mute/fitted/events.jsonl'));
    expect((await run(['report', 'compare', 'mute', 'mute', '--runs', 'torn'], { cwd })).stderr).toMatch(
      /decisions of the run can't be read/,
    );
  });
});
