import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import { expect, type TestContext } from 'vitest';
import { endAll, type Env, type Running, sluice, start, startProcess } from '../cli/processes.ts';
import { temporaryFolder } from '../cli/temporaryFolder.ts';
import { RunFiles } from '../research/storedRuns/runFiles.ts';
import { PAGES } from '../../web/pure/routes.ts';
import { until } from '../until.ts';
import { closeBrowser, openTab, type Tab } from './browser.ts';

/** More than any page has to stop at. */
const MOST_TABS = 300;

const BUILD = fileURLToPath(new URL('../../web/build.ts', import.meta.url));

const configOf = (runs: string, maker: string): string => `mode: demo
backtest: { runs: ${runs} }
dashboard: { port: 0 }
simulator: { seed: 7, balances: { EUR: 100000, BTC: 2, ETH: 20 } }
venue: { rateLimit: { perSecond: 20, burst: 20 }, knows: { replace: atomic-keeps-id } }
poll: { books: 500ms, depth: 50, orders: 500ms, trades: 500ms }
risk: { maxOpenOrders: 40, maxOrdersPerMinute: 10000, maxDailyLoss: 2000 EUR, staleAfter: 60s, onStop: cancel }
strategies:
  ${maker}: { use: maker, symbol: BTC/EUR, budget: 20000 EUR, params: { spreadBps: 6, size: 0.01 } }
  eth-grid: { use: grid, symbol: ETH/EUR, budget: 10000 EUR, params: { levels: 4, stepBps: 8, size: 0.1 } }
  wider: { shadow: ${maker}, params: { spreadBps: 9, size: 0.01 } }
`;

/** Builds the page from the sources of now, where it is older than they are. */
export async function buildPage(): Promise<void> {
  const built = await startProcess(process.execPath, [BUILD, '--if-possible']).ended;
  expect(built, built.stderr).toMatchObject({ code: 0 });
}

/** A demo that trades, with the page as it is built from the sources of now. */
export class DemoDashboard {
  readonly folder = temporaryFolder();
  readonly runs = new RunFiles();
  readonly state = this.folder.path('state');
  readonly #maker: string;
  #daemon: Running | undefined;

  /** `maker` is what its first strategy is called. */
  constructor(maker = 'btc-maker') {
    this.#maker = maker;
  }

  /** `env` names accounts beside that of the exchange. */
  async start(env: Env = {}): Promise<void> {
    await buildPage();
    writeFileSync(this.folder.path('demo.yaml'), configOf(this.runs.folder, this.#maker));
    this.runs.add('maker-1', 300);
    this.runs.add('grid-2', 120, -3);
    this.#daemon = start(['run', this.folder.path('demo.yaml'), '--state', this.state], env);
    await this.#daemon.until(`${this.#maker}: filled`);
  }

  async end(): Promise<void> {
    await closeBrowser();
    await endAll();
    this.folder.remove();
    this.runs.remove();
  }

  /** What a command prints as JSON. */
  async json<T>(...argv: readonly string[]): Promise<T> {
    const { code, stdout, stderr } = await sluice([...argv, '-o', 'json', '--state', this.state]);
    expect({ code, stderr }, this.#lastWords()).toEqual({ code: 0, stderr: '' });
    return JSON.parse(stdout) as T;
  }

  /** A page that is in, and whose clock can be stopped. */
  async openWithClock(context: TestContext, options: Parameters<typeof openTab>[1] = {}): Promise<Tab> {
    const tab = await openTab(context, options);
    await tab.page.clock.install();
    await tab.page.goto(await this.link());
    await alive(tab.page, 'Running');
    return tab;
  }

  async link(...options: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await sluice(['dashboard', '--state', this.state, ...options]);
    expect({ code, stderr }, this.#lastWords()).toEqual({ code: 0, stderr: '' });
    return stdout.trim();
  }

  /** How the daemon fares, and the end of what it said. */
  #lastWords(): string {
    const { child, stderr } = this.#daemon ?? {};
    return `the daemon: exit code ${child?.exitCode}, signal ${child?.signalCode}, and it said last: ${stderr?.().slice(-4000)}`;
  }

  /** A page that is in, and shows what the daemon tells. */
  async open(context: TestContext, options: Parameters<typeof openTab>[1] = {}, ...asked: readonly string[]): Promise<Tab> {
    const tab = await openTab(context, options);
    await tab.page.goto(await this.link(...asked));
    await alive(tab.page, 'Running');
    return tab;
  }
}

export function alive(page: Page, word: string): Promise<void> {
  return page.locator('.verdict .v').first().locator('b').filter({ hasText: word }).waitFor();
}

/** Goes to a page, such as `fills` or `strategies/btc-maker`, and waits until it is there in place of the one before. */
export async function goTo(page: Page, place: string): Promise<void> {
  const { title } = PAGES.find(({ name }) => name === place.split('/')[0])!;
  await page.evaluate(`location.hash = '#/${place}'`);
  await until(async () => (await page.title()).includes(`${title} · `));
  await page.locator('main h1').first().waitFor({ state: 'attached' });
}

/** The page's own clock stands still until it is let go on, so that a busy machine makes nothing longer there. It must be installed. */
export async function stopClock(page: Page, aheadMs = 250): Promise<void> {
  const at = (await page.evaluate<number>('Date.now()')) + aheadMs;
  await page.clock.pauseAt(at).catch((error: unknown) => {
    // On a busy machine the clock may have gone past that moment by then: a later one is tried.
    if (!String(error).includes('to the past')) throw error;
    return stopClock(page, 2 * aheadMs);
  });
}

/** Holds a button for exactly so long on the page's own clock, as soon as it can be held. */
export async function hold(page: Page, button: Locator, ms: number): Promise<void> {
  await until(() => button.isEnabled());
  await button.focus();
  await holdKey(page, ms);
}

/** Holds a key for exactly so long on the page's own clock, on whatever has the focus. */
export async function holdKey(page: Page, ms: number, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await stopClock(page);
  await page.keyboard.down(key);
  await page.clock.runFor(ms);
  await page.keyboard.up(key);
  await page.clock.resume();
}

/** Presses Tab until what is sought has the focus, as somebody without a pointer does. */
export async function tabTo(page: Page, sought: Locator): Promise<void> {
  await until(() => sought.isEnabled());
  for (let n = 0; n < MOST_TABS; n++) {
    if ((await sought.and(page.locator(':focus')).count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${MOST_TABS} presses of Tab did not come to ${String(sought)}`);
}

/** Cuts the line for 30 s of the page's own clock, which must be installed, and waits until the page says so. */
export async function cut(page: Page): Promise<void> {
  await page.context().setOffline(true);
  // What was on its way when the line was cut may still arrive.
  await until(async () => {
    await page.clock.fastForward('00:30');
    return (await page.locator('.verdict .v').first().innerText()).includes('No contact');
  });
  await page.getByText('No contact with the daemon.').waitFor();
}
