import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { atEnd } from '../test/atEnd.ts';
import { CannotGoOn } from '../test/cannotGoOn.ts';
import { endAll, type Running, sluice, startProcess } from '../test/cli/processes.ts';
import { closeBrowser, openTab } from '../test/web/browser.ts';
import { alive, buildPage, goTo } from '../test/web/demoDashboard.ts';
import { median } from './harness.ts';
import { processUse } from './processUse.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const BUILT = here('../dist/web');
const WIDE = { width: 1440, height: 900 };
const SAMPLE_MS = 1000;

export interface DaemonUse {
  /** The share of one core, in per cent. */
  readonly core: number;
  /** The median of its samples. */
  readonly residentMb: number;
}

/** A page that is open, in a browser context with an empty cache. */
export interface OpenPage {
  readonly page: Page;
  /** Files of the built page that it has asked for so far. */
  readonly files: ReadonlySet<string>;
  readonly close: () => Promise<void>;
}

/** The demo as `npm start` runs it, in a process of its own, with the page as it is built from the sources of now. */
export class PageDemo {
  readonly #folder = mkdtempSync(join(tmpdir(), 'sluice-bench-page-'));
  readonly #state = join(this.#folder, 'state');
  readonly #forget = atEnd(() => this.#leaveNothing());
  #daemon: Running | undefined;

  async start(): Promise<void> {
    await buildPage();
    const config = join(this.#folder, 'demo.yaml');
    writeFileSync(config, `${readFileSync(here('../config/demo.yaml'), 'utf8')}\ndashboard: { port: 0 }\n`);
    const args = ['--max-semi-space-size=4', here('../bin/sluice.js'), 'run', config, '--state', this.#state];
    this.#daemon = startProcess(process.execPath, args);
    await this.#daemon.until(': filled');
  }

  /** Opens the page of that name. What is handed over is done before any of its scripts runs. */
  async open(name: string, before: (page: Page) => Promise<void> = () => Promise.resolve()): Promise<OpenPage> {
    const link = await this.#link();
    const files = new Set<string>();
    let close = (): Promise<void> => Promise.resolve();
    const { page, faults } = await openTab({ skip: cannotGoOn, onTestFinished: (end) => (close = end) }, { viewport: WIDE });
    page.on('response', (response) => files.add(fileOf(response.url())));
    await before(page);
    await page.goto(link);
    await alive(page, 'Running');
    if (name !== 'overview') await goTo(page, name);
    await page.locator('main .panel').first().waitFor();
    return {
      page,
      files,
      close: async () => {
        await close();
        if (faults.length > 0) throw new Error(`the page ${name} has faults: ${faults.join('; ')}`);
      },
    };
  }

  /** What the daemon takes from now on, for so long. */
  async use(ms: number): Promise<DaemonUse> {
    const pid = this.#daemon!.child.pid!;
    const [from, begin] = [performance.now(), processUse(pid)];
    const resident: number[] = [];
    for (let now = from; now < from + ms; now = performance.now()) {
      await pause(Math.min(SAMPLE_MS, from + ms - now));
      resident.push(processUse(pid).residentMb);
    }
    const { cpuMs } = processUse(pid);
    return { core: (100 * (cpuMs - begin.cpuMs)) / (performance.now() - from), residentMb: median(resident) };
  }

  async end(): Promise<void> {
    await closeBrowser();
    this.#daemon?.kill('SIGTERM');
    await this.#daemon?.ended;
    await endAll();
    this.#leaveNothing();
    this.#forget();
  }

  /** A daemon that was killed a moment ago may still be writing. */
  #leaveNothing(): void {
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  async #link(): Promise<string> {
    const { code, stdout, stderr } = await sluice(['dashboard', '--state', this.#state]);
    if (code !== 0) throw new Error(`sluice dashboard ended with ${code}: ${stderr}\nthe daemon: ${this.#daemon?.stderr().slice(-2000)}`);
    return stdout.trim();
  }
}

/** The size that each file of the built page has when it is packed by gzip, in bytes. */
export function packedFiles(): ReadonlyMap<string, number> {
  const files = readdirSync(BUILT, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name));
  return new Map(paths.map((path) => [path.slice(BUILT.length + 1), gzipSync(readFileSync(path)).length]));
}

function fileOf(url: string): string {
  const { pathname } = new URL(url);
  return pathname === '/' ? 'index.html' : pathname.slice(1);
}

function cannotGoOn(): never {
  throw new CannotGoOn('no Chromium is installed here; SLUICE_CHROMIUM may name one');
}
