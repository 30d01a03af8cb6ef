import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { certify } from '../../src/cli/commands/certify.ts';
import { probe } from '../../src/cli/commands/probe.ts';
import { serveVenue } from './servedVenue.ts';
import { temporaryFolder } from './temporaryFolder.ts';
import { run } from './testIo.ts';

interface Row {
  readonly question: string;
  readonly section: string | null;
  readonly seen: string;
  readonly verdict: string;
}

const clean = serveVenue('--seed', '7');
const switched = serveVenue(
  '--seed',
  '8',
  '--behaviour',
  'pageBase=1',
  '--behaviour',
  'replaceId=new',
  '--behaviour',
  'timestampWindowMs=600000',
);
const flaky = serveVenue('--seed', '9');

let folder: ReturnType<typeof temporaryFolder>;
beforeAll(() => (folder = temporaryFolder()));
afterAll(() => folder.remove());

const urlOf = (venue: typeof clean): string => venue.env()['SLUICE_EXCHANGE_URL']!;
const openOrders = async (venue: typeof clean): Promise<unknown> => venue.json('orders', 'list');

describe(certify.name, () => {
  it('finds the simulator as the document says, with the section of each answer, and leaves no order', async () => {
    const { code, stdout } = await run([certify.name, urlOf(clean), '--yes', '-o', 'json'], { env: clean.env() });
    const rows = JSON.parse(stdout) as Row[];
    expect(rows.filter(({ verdict }) => verdict === 'differs')).toEqual([]);
    expect(code).toBe(0);
    expect(rows.find(({ question }) => question === 'unsigned')).toMatchObject({
      section: '000 Authentication 6',
      seen: '401 empty',
      verdict: 'ok',
    });
    expect(rows.find(({ question }) => question === 'replace-id')).toMatchObject({ section: null, verdict: 'open' });
    expect(await openOrders(clean)).toEqual([]);
  });

  it('finds out a venue that is switched, and ends with 10', async () => {
    const { code, stdout, stderr } = await run([certify.name, urlOf(switched), '--yes', '-o', 'json'], { env: switched.env() });
    const rows = JSON.parse(stdout) as Row[];
    expect(rows.filter(({ verdict }) => verdict === 'differs').map(({ question }) => question)).toEqual([
      'timestamp-past',
      'timestamp-future',
      'page-base',
    ]);
    expect(code).toBe(10);
    expect(JSON.parse(stderr)).toMatchObject({ error: 'check-failed' });
    expect(rows.find(({ question }) => question === 'replace-id')?.seen).toMatch(/^a new id/);
  });

  it('finds out a venue whose answers can not be read, by reads alone', async () => {
    await flaky.control('POST', '/faults', { operation: 'book.get', times: 100, fault: { kind: 'garble', body: '<html>' } });
    const { code, stdout } = await run([certify.name, urlOf(flaky), '--reads-only'], { env: flaky.env() });
    expect(code).toBe(10);
    expect(stdout).toMatch(/lists-answered .*DIFFERS/);
    await flaky.control('DELETE', '/faults');
    const failing = (times: number): Promise<unknown> =>
      flaky.control('POST', '/faults', {
        operation: 'symbols.list',
        times,
        fault: { kind: 'status', status: 502, body: '<html>', apply: false },
      });
    const codeOf = async (): Promise<number> => (await run([certify.name, urlOf(flaky), '--reads-only'], { env: flaky.env() })).code;
    // One answer that a venue fails at is nothing, three in a row are.
    await failing(1);
    expect(await codeOf()).toBe(0);
    await failing(3);
    expect(await codeOf()).toBe(6);
  });

  it('takes no key of the folder to a stranger, and says what is missing', async () => {
    writeFileSync(
      folder.path('sluice.yaml'),
      'mode: demo\nvenue: { exchange: { url: https://a.example, key: "${env:K}", secret: "${env:S}" } }\n',
    );
    const { code, stderr } = await run([certify.name, 'http://127.0.0.1:1', '--yes'], {
      cwd: folder.path('.'),
      env: { K: 'k', S: 'c2VjcmV0' },
    });
    expect(code).toBe(4);
    expect(stderr).toMatch(/SLUICE_EXCHANGE_KEY is not set$/m);
    expect(stderr).not.toContain('unset');
  });

  it('needs a word of agreement, and --live elsewhere', async () => {
    expect((await run([certify.name, urlOf(clean)], { env: clean.env() })).code).toBe(9);
    const { code, stderr } = await run([certify.name, 'https://venue.invalid', '--yes'], { env: clean.env() });
    expect([code, stderr]).toEqual([9, expect.stringContaining('real money')]);
    const named = await run([certify.name, 'venue', '--yes'], { env: clean.env() });
    expect([named.code, named.stderr]).toEqual([2, expect.stringContaining('expected an address like http://127.0.0.1:7718, without')]);
  });
});

describe(probe.name, () => {
  it('writes a file that the configuration reads, and never over one that is there', async () => {
    const cwd = folder.path('.');
    const { code, stderr } = await run([probe.name, '--yes', '--out', './knows.yaml', '--symbol', 'ETH/EUR'], { cwd, env: switched.env() });
    expect([code, stderr]).toEqual([0, expect.stringContaining('written to')]);
    expect(readFileSync(folder.path('knows.yaml'), 'utf8')).toContain('pageBase: 1');
    writeFileSync(folder.path('my.yaml'), 'mode: demo\nvenue: { knows: { file: ./knows.yaml, visibleWithin: 20s } }\n');
    const shown = await run(['config', 'show', '-c', folder.path('my.yaml'), '-o', 'json'], { env: switched.env() });
    expect(JSON.parse(shown.stdout)).toMatchObject({
      venue: { knows: { file: './knows.yaml', pageBase: '1', replace: 'unknown', visibleWithin: '20s', timestampWindow: '15m' } },
    });
    const elsewhere = await run(['config', 'check', folder.path('my.yaml')], { env: clean.env() });
    expect([elsewhere.code, elsewhere.stderr]).toEqual([4, expect.stringContaining('was found at')]);
    const before = readFileSync(folder.path('knows.yaml'), 'utf8');
    const again = await run([probe.name, '--yes', '--out', './knows.yaml'], { cwd, env: switched.env() });
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('is there already')]);
    expect(readFileSync(folder.path('knows.yaml'), 'utf8')).toBe(before);
    expect(await openOrders(switched)).toEqual([]);
  });

  it('says in a dry run what it would place, and places and writes nothing', async () => {
    const empty = folder.path('empty.yaml');
    const { code, stdout } = await run([probe.name, '--dry-run', '--out', empty, '-o', 'json'], { env: clean.env() });
    expect(code).toBe(0);
    expect((JSON.parse(stdout) as { would: string }).would).toMatch(
      /^place at most 12 orders to buy 0\.0001 BTC\/EUR at \S+ or less .*each order canceled$/,
    );
    expect(existsSync(empty)).toBe(false);
  });

  it('refuses pairs and amounts that can not be, before anything is placed', async () => {
    const wrong = await run([probe.name, '--yes', '--symbol', 'NO/PE'], { cwd: folder.path('.'), env: clean.env() });
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('does not list NO/PE')]);
    const off = await run([probe.name, '--dry-run', '--amount', '0.000101'], { cwd: folder.path('.'), env: clean.env() });
    expect([off.code, off.stderr]).toEqual([2, expect.stringContaining('expected a multiple of 0.00001')]);
    const paper = folder.path('paper.yaml');
    writeFileSync(paper, 'mode: paper\n');
    expect((await run([probe.name, '--yes', '-c', paper], { env: clean.env() })).stderr).toContain(
      'a paper account has no orders at the venue',
    );
    expect(readdirSync(folder.path('.')).filter((name) => name.startsWith('knows-'))).toEqual([]);
  });
});
