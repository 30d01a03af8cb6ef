import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import axe from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** As a machine without a screen needs it, and so that it asks nobody for anything. */
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** No test depends on speed; what hangs ends all the same. */
const PATIENCE_MS = 300_000;

let running: Promise<Browser> | undefined;

/** A page in a browser of its own profile, with what went wrong on it. */
export interface Tab {
  readonly page: Page;
  /** Errors of its scripts, what its policy has forbidden, and requests to another host. */
  readonly faults: readonly string[];
}

/** Whoever looks at a tab, as a test does. */
export interface TabOwner {
  readonly skip: (why: string) => never;
  /** Takes what closes the tab. */
  readonly onTestFinished: (close: () => Promise<void>) => void;
}

/**
 * The browser that `SLUICE_CHROMIUM` names, else Chromium or Chrome as it is installed. Without one the test is left out, and says so.
 * A page that is not closed goes on following its daemon, and takes its share of the cores.
 */
export async function openTab({ skip, onTestFinished }: TabOwner, options: BrowserContextOptions = {}): Promise<Tab> {
  const executablePath = process.env['SLUICE_CHROMIUM'] ?? NAMES.flatMap(installed)[0];
  if (executablePath === undefined) return skip('NOT TESTED: Chromium is not installed here; SLUICE_CHROMIUM may name one');
  running ??= chromium.launch({ executablePath, args: FLAGS });
  const context = await (await running).newContext({ permissions: ['clipboard-read', 'clipboard-write'], ...options });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (/Content.Security.Policy/i.test(message.text())) faults.push(message.text());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith('http://127.0.0.1:')) faults.push(`asks ${request.url()}`);
  });
  return { page, faults };
}

export async function closeBrowser(): Promise<void> {
  await (await running)?.close();
  running = undefined;
}

function installed(name: string): string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.map((folder) => join(folder, name)).filter(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Expects that axe finds nothing to mend on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  if ((await page.evaluate('"axe" in window')) !== true) await page.evaluate(axe.source);
  const { violations } = await page.evaluate<axe.AxeResults>('axe.run({ resultTypes: ["violations"] })');
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any }) => `${id}: ${html.slice(0, 200)} ${any[0]?.message ?? ''}`),
  );
  expect(found, found.join('\n')).toEqual([]);
}

/** Expects that nothing of the page is wider than the screen. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const [needed, there] = await page.evaluate<[number, number]>('[document.documentElement.scrollWidth, innerWidth]');
  expect(needed).toBeLessThanOrEqual(there);
}
