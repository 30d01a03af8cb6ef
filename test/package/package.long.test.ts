import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundledStrategies } from '../../src/loading/strategyLoader.ts';
import { readSources } from '../tidy/source.ts';
import { type Ended, endAll, jsonOf, type Running, startProcess } from '../cli/processes.ts';
import { temporaryFolder } from '../cli/temporaryFolder.ts';
import { install, pack, type Packed, ROOT } from './packed.ts';

const folder = temporaryFolder();
const app = folder.path('app');
const demo = join(app, 'demo');
const inPackage = (path: string): string => join(app, 'node_modules/sluice', path);

let packed: Packed;
beforeAll(() => {
  packed = pack(dirname(app));
  install(packed, app);
});
afterAll(async () => {
  await endAll();
  folder.remove();
});

function sluice(cwd: string, ...argv: readonly string[]): Running {
  return startProcess(process.execPath, [join(app, 'node_modules/.bin/sluice'), ...argv], {}, cwd);
}

/** Runs it to its end, which must be a good one. */
async function ran(cwd: string, ...argv: readonly string[]): Promise<Ended> {
  const ended = await sluice(cwd, ...argv).ended;
  expect(ended.code, ended.stderr).toBe(0);
  return ended;
}

/** What may be in the tarball. Anything else is there by mistake. */
const MAY_BE_PACKED =
  /^(?:package\.json|README\.md|LICENSE|CHANGELOG\.md|bin\/sluice\.js|config\/[\w.]+\.yaml|deploy\/.+\.(?:ya?ml|json|conf|service)|deploy\/Dockerfile|dist\/.+|docs\/.+\.(?:md|svg|png|yaml|ts))$/;

/** The dashboard as it is built: its modules are bundled, and have no maps. */
const PAGE = /^dist\/web\/(?:index\.html|favicon\.svg|assets\/[\w.-]+\.(?:js|css))$/;

describe('the tarball', () => {
  it('has nothing but what is compiled, the configurations and the documents', () => {
    expect(packed.files.filter((path) => !MAY_BE_PACKED.test(path))).toEqual([]);
    const compiled = packed.files.filter((path) => path.startsWith('dist/'));
    expect(compiled.filter((path) => !/^dist\/(?:src|strategies)\/.+\.(?:js|js\.map|d\.ts)$/.test(path) && !PAGE.test(path))).toEqual([]);
    expect(packed.files.filter((path) => /^(?:test|bench|mutation)\/|\.test\.[jt]s|\.env\b|\.pem$|\.key$|\.sqlite/.test(path))).toEqual([]);
  });

  it('has every module and every bundled strategy, and no more', () => {
    // A declaration of types makes no module.
    const sources = [...readSources(ROOT, 'src'), ...readSources(ROOT, 'strategies')]
      .map(({ path }) => path)
      .filter((path) => !path.endsWith('.d.ts'));
    const modules = packed.files.filter((path) => path.endsWith('.js') && path.startsWith('dist/') && !PAGE.test(path));
    expect(modules.toSorted()).toEqual(sources.map((path) => `dist/${path.replace(/\.ts$/, '.js')}`).toSorted());
  });

  it('has the built dashboard', () => {
    const page = packed.files.filter((path) => PAGE.test(path));
    expect(page).toContain('dist/web/index.html');
    expect(page.filter((path) => path.endsWith('.js')).length).toBeGreaterThan(0);
  });

  it('has source maps that hold their sources, which are not there themselves', () => {
    const maps = packed.files.filter((path) => path.endsWith('.js.map'));
    expect(maps).toHaveLength(packed.files.filter((path) => path.startsWith('dist/') && path.endsWith('.js') && !PAGE.test(path)).length);
    const empty = maps.filter((path) => {
      const map = JSON.parse(readFileSync(inPackage(path), 'utf8')) as { sources: string[]; sourcesContent?: (string | null)[] };
      return map.sources.some((_, at) => typeof map.sourcesContent?.[at] !== 'string');
    });
    expect(empty).toEqual([]);
  });

  it('names in its manifest only what is there', () => {
    const { bin, exports, imports } = JSON.parse(readFileSync(inPackage('package.json'), 'utf8')) as Readonly<Record<string, object>>;
    const named = JSON.stringify([bin, exports, imports]).match(/(?:\.\/|bin\/)[\w./]+\.\w+/g)!;
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((path) => !existsSync(inPackage(path)))).toEqual([]);
  });
});

describe('what runs at install', () => {
  it('is what the README lists, and nothing of the package itself', () => {
    const { scripts } = JSON.parse(readFileSync(inPackage('package.json'), 'utf8')) as {
      readonly scripts: Readonly<Record<string, string>>;
    };
    const own = ['preinstall', 'install', 'postinstall', 'preprepare', 'prepare', 'postprepare'].filter((name) => name in scripts);
    expect(own).toEqual([]);
    const { packages } = JSON.parse(readFileSync(join(app, 'node_modules/.package-lock.json'), 'utf8')) as {
      readonly packages: Readonly<Record<string, { readonly hasInstallScript?: boolean }>>;
    };
    const running = Object.entries(packages).flatMap(([path, { hasInstallScript }]) =>
      hasInstallScript === true ? [path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)] : [],
    );
    const table = /^What runs at install, and why:\n\n(.*?)\n\n/ms.exec(readFileSync(join(ROOT, 'README.md'), 'utf8'))![1]!;
    const listed = Array.from(table.matchAll(/^\| `([^`]+)` \|/gm), ([, name]) => name!);
    expect(running.toSorted()).toEqual(listed.toSorted());
  });
});

describe('the installed package', () => {
  it('U2: writes a folder, trades in it, checks and backtests the strategy there, and repeats the life that it recorded', async () => {
    await ran(app, 'init', 'demo');
    const daemon = sluice(demo, 'run', '-o', 'json');
    await daemon.until(/"event":"fill".*"strategy":"first"|"strategy":"first".*"event":"fill"/);
    daemon.kill('SIGTERM');
    const { code, stderr } = await daemon.ended;
    expect([code, stderr.includes('holds its loop')]).toEqual([0, false]);
    expect((await ran(demo, 'strategies', 'check', './strategies/first.ts')).stderr).toContain('is fine');
    expect(jsonOf(await ran(demo, 'replay', 'last', '-o', 'json'))).toMatchObject({ identical: true, changedCode: [] });
    const { stdout } = await ran(demo, 'backtest', '-o', 'json');
    expect(JSON.parse(stdout)).toMatchObject({ strategies: [{ name: 'first' }, { name: 'eth-grid' }] });
  });

  it('has the bundled strategies by their names, compiled', async () => {
    const rows = jsonOf(await ran(app, 'strategies', 'list', '-o', 'json')) as readonly { readonly name: string }[];
    expect(rows.map(({ name }) => name)).toEqual(bundledStrategies());
    expect((await ran(app, 'strategies', 'check', 'maker')).stderr).toContain('maker.js is fine');
  });

  it('passes an ordinary strict compiler, the kit and the client both, and so does what init wrote', async () => {
    writeFileSync(join(app, 'consumer.mts'), CONSUMER);
    expect(tsc(app, '--strict', '--noEmit', '--module', 'nodenext', '--target', 'esnext', 'consumer.mts')).toEqual({ code: 0, said: '' });
    await ran(app, 'init', 'typed');
    expect(tsc(join(app, 'typed'))).toEqual({ code: 0, said: '' });
  });
});

const CONSUMER = `import { dec, p, strategy } from 'sluice';
import { createExchangeClient, createHttpTransport, isFault } from 'sluice/client';

export default strategy({ about: 'a', params: { size: p.decimal('0.01') }, setup: ({ size }) => ({
  onBook(book, ctx) {
    if (book.bestBid !== undefined) ctx.quote([{ side: 'Buy', price: book.bestBid, amount: size.times(dec('2')) }]);
  },
}) });

export const parts: readonly unknown[] = [createExchangeClient, createHttpTransport, isFault];
`;

function tsc(cwd: string, ...argv: readonly string[]): { readonly code: number | null; readonly said: string } {
  const { status, stdout } = spawnSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '--pretty', 'false', ...argv], {
    cwd,
    encoding: 'utf8',
  });
  return { code: status, said: stdout };
}
