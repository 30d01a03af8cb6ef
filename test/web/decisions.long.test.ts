import type { Locator, Page } from 'playwright-core';
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { idOf } from '../../src/gateway/learnedRefusals.ts';
import { endAll, type Ended, type Env, jsonOf, type Running, sluice, start, startSimulator } from '../cli/processes.ts';
import { temporaryFolder } from '../cli/temporaryFolder.ts';
import { type UnreliableProxy, unreliableProxy } from '../cli/unreliableProxy.ts';
import { until } from '../until.ts';
import { closeBrowser, expectAccessible, openTab, type TabOwner } from './browser.ts';
import { alive, buildPage, goTo, hold, holdKey, tabTo } from './demoDashboard.ts';

const ORDERS = '/v1/spot-trading/orders';
const LINE =
  '{"state":"learned","since":"2026-11-20T10:00:00Z","request":"place","status":400,"shape":"standard","text":"INSUFFICIENT_FUNDS","proofs":' +
  '[{"at":"2026-11-20T09:00:00Z","intent":"01KAFWQ9Z3V5W2M8RTX1J6B0CD"}]}\n';
const REFUSAL = idOf({ kind: 'place', refusal: '400 standard INSUFFICIENT_FUNDS' });

/** It wants nothing, and so cancels nothing that it is given. */
const IDLE = "import { strategy } from 'sluice';\nexport default strategy({ about: 'Does nothing.', params: {}, setup: () => ({}) });\n";
const CONFIG = `mode: demo
dashboard: { port: 0 }
risk: { symbols: [SOL/EUR, ETH/EUR], staleAfter: 60s }
strategies: { quiet: { use: ./idle.ts, symbol: ETH/EUR, budget: 10000 EUR } }
`;

const folder = temporaryFolder();
let proxy: UnreliableProxy;
let at: Env;
let daemon: Running;

beforeAll(async () => {
  await buildPage();
  const simulator = await startSimulator();
  proxy = await unreliableProxy(simulator.url);
  at = { ...simulator.env, SLUICE_EXCHANGE_URL: proxy.url, SLUICE_STATE: folder.path('state') };
  const config = folder.path('demo.yaml');
  writeFileSync(config, CONFIG);
  writeFileSync(folder.path('idle.ts'), IDLE);
  daemon = start(['run', config], at);
  await daemon.until('pairs are known');
  await until(async () => (await sluice(['status', '-o', 'json'], at)).stdout.includes('"mid"'));
});
afterEach(() => (proxy.fate = () => 'pass'));
afterAll(async () => {
  await closeBrowser();
  await endAll();
  await proxy.close();
  folder.remove();
});

const json = async <T>(env: Env, ...argv: readonly string[]): Promise<T> => jsonOf(await sluice([...argv, '-o', 'json'], env)) as T;

async function open(context: TabOwner) {
  const tab = await openTab(context, { viewport: { width: 1440, height: 900 } });
  await tab.page.clock.install();
  await tab.page.goto((await sluice(['dashboard'], at)).stdout.trim());
  await alive(tab.page, 'Running');
  return tab;
}

/** That nothing is to mend for those who see less, whatever colours they have. */
async function expectAccessibleInBoth(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
}

/** Presses j until a row has the focus. */
async function toRow(page: Page, row: Locator): Promise<void> {
  await row.waitFor();
  await page.keyboard.press('Escape');
  while ((await row.and(page.locator(':focus')).count()) === 0) await page.keyboard.press('j');
}

/** What `c` copies of the row that has the focus. */
async function copied(page: Page): Promise<string[]> {
  await page.keyboard.press('c');
  const text = await until(
    () => page.evaluate<string>('navigator.clipboard.readText()'),
    (one) => one.startsWith('sluice '),
  );
  return text.split(' ').slice(1);
}

/** An order of the command line is lost, and so is the list that would tell of it: its outcome stays unknown for as long as the test takes. */
function lose(symbol: string, amount: string, price: string): Promise<Ended> {
  proxy.fate = (method, path) => (path !== ORDERS ? 'pass' : method === 'POST' ? 'lose-request' : 'lose-answer');
  const order = ['--symbol', symbol, '--side', 'Buy', '--amount', amount, '--price', price];
  return start(['orders', 'place', ...order, '--yes'], at).ended;
}

it('what the venue does not show is not adopted, and the page says why; it is declared not placed by its amount and a hold', async (context) => {
  const placing = lose('SOL/EUR', '0.75', '135');
  await daemon.until('the outcome of a place is unknown');
  const { page, faults } = await open(context);
  await page.getByText('1 unknown').first().waitFor();
  await goTo(page, 'unresolved');
  const adopt = page.getByRole('button', { name: /^Hold: adopt/ });
  await adopt.waitFor();
  expect(await adopt.isDisabled(), 'without an id').toBe(true);
  await page
    .getByText(/sluice orders resolve \S+ --adopt /)
    .first()
    .waitFor();
  const field = page.getByLabel('Its id at the venue');
  await tabTo(page, field);
  await page.keyboard.type('4711');
  const asked = page.waitForRequest((request) => request.postData()?.includes('adopt') === true);
  await tabTo(page, page.getByRole('button', { name: 'Hold: adopt 4711' }));
  await holdKey(page, 1600);
  expect((await asked).postDataJSON()).toMatchObject({ type: 'adopt', venueId: '4711' });
  await page
    .locator('.toast.bad')
    .filter({ hasText: /Deciding .+: / })
    .waitFor();
  expect(await json(at, 'orders', 'unresolved')).toMatchObject([{ what: 'place SOL/EUR Buy Limit 0.75 135' }]);

  // Neither the title nor the command runs out of its panel.
  const isWhole = '[...document.querySelectorAll("main .panel > header")].every((one) => one.scrollWidth <= one.clientWidth)';
  expect(await page.evaluate(isWhole)).toBe(true);
  await page.getByRole('list', { name: 'When it could still happen' }).waitFor();
  await page.getByRole('table', { name: 'What was done about it, oldest first' }).getByText('once, and never again').waitFor();
  await expectAccessibleInBoth(page);
  const declare = page.getByRole('button', { name: /^Hold: declare/ });
  expect(await declare.isDisabled(), 'without its amount').toBe(true);
  await page.getByLabel(/Type the amount, 0\.75/).fill('0.750');
  // Nobody can say so for as long as the venue may take it.
  await until(async () => !(await declare.isDisabled()));
  await hold(page, declare, 1600);
  await page.getByText('Every outcome is known').waitFor();
  const placed = await placing;
  // The command hears the verdict, or has given up by then.
  expect([6, 8], placed.stderr).toContain(placed.code);
  expect(faults).toEqual([]);
});

it('what the venue shows is adopted by its id, also where it is not what was asked for to the digit', async (context) => {
  const placing = lose('ETH/EUR', '0.4', '1500');
  await until(async () => (await sluice(['orders', 'unresolved'], at)).stdout.includes('place ETH/EUR Buy Limit 0.4 1500'));
  proxy.fate = (method, path) => (path === ORDERS && method === 'GET' ? 'lose-answer' : 'pass');
  const order = ['--symbol', 'ETH/EUR', '--type', 'Limit', '--side', 'Buy', '--amount', '0.41', '--price', '1501'];
  const { id } = await json<{ readonly id: string }>(at, 'api', 'exchange.orders.place', ...order, '--raw', '--yes');
  const { page, faults } = await open(context);
  await goTo(page, 'unresolved');
  await tabTo(page, page.getByLabel('Its id at the venue'));
  await page.keyboard.type(id);
  proxy.fate = () => 'pass';
  await tabTo(page, page.getByRole('button', { name: `Hold: adopt ${id}` }));
  await holdKey(page, 1600);
  await page.getByText(/is decided: adopt/).waitFor();
  await page.getByText('Every outcome is known').waitFor();
  await placing;
  expect(await json(at, 'orders', 'list')).toMatchObject([{ id, symbol: 'ETH/EUR', price: '1501', strategy: 'operator' }]);
  expect(await sluice(['orders', 'cancel', id, '--yes'], at)).toMatchObject({ code: 0 });
  expect(faults).toEqual([]);
});

it('an order that was not placed from here is told of, is its strategy’s once it was adopted, and ends by the command of its row', async (context) => {
  const { page, faults } = await open(context);
  const order = ['--symbol', 'ETH/EUR', '--type', 'Limit', '--side', 'Buy', '--amount', '0.31', '--price', '1500'];
  const { id } = await json<{ readonly id: string }>(at, 'api', 'exchange.orders.place', ...order, '--raw', '--yes');
  await page.keyboard.press('g');
  await page.keyboard.press('l');
  await page.getByText(`order ${id} (Buy 0.31 ETH/EUR) was not placed from here`).first().waitFor();
  await expectAccessibleInBoth(page);
  expect(await sluice(['orders', 'adopt', id, '--strategy', 'quiet', '--yes'], at)).toMatchObject({ code: 0 });
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  const row = page.locator('tr[data-row]').filter({ hasText: '0.31' });
  await toRow(page, row);
  expect(await row.innerText()).toContain('quiet');
  await expectAccessibleInBoth(page);
  const command = await copied(page);
  expect(command).toEqual(['orders', 'cancel', id]);
  expect(await sluice([...command, '--yes'], at)).toMatchObject({ code: 0 });
  await row.getByText('gone').or(page.getByText('No live order')).first().waitFor();
  expect(faults).toEqual([]);
});

it('what was learned of the venue’s refusals is revoked, and may be learned again, by its row and keys alone', async (context) => {
  const { database } = await json<{ readonly database: string }>(at, 'status');
  const file = database.replace('.sqlite', '.refusals.jsonl');
  writeFileSync(file, LINE);
  const { page, faults } = await open(context);
  await page.keyboard.press('g');
  await page.keyboard.press('r');
  const row = page.locator('tr[data-row]').filter({ hasText: 'INSUFFICIENT_FUNDS' });
  await row.getByText('learned').waitFor();
  await expectAccessibleInBoth(page);
  await toRow(page, row);
  expect(await copied(page)).toEqual(['refusals', 'revoke', REFUSAL]);
  await tabTo(page, row.getByRole('button', { name: `Hold to revoke ${REFUSAL}` }));
  await holdKey(page, 1000);
  expect(readFileSync(file, 'utf8'), 'a short hold does nothing').toBe(LINE);
  await holdKey(page, 1600, 'Space');
  await page.getByText(`${REFUSAL} no longer counts`).waitFor();
  await row.getByText('revoked').waitFor();
  expect(await json(at, 'refusals', 'list')).toMatchObject([{ id: REFUSAL, state: 'revoked' }]);

  await tabTo(page, row.getByRole('button', { name: `Hold to allow ${REFUSAL}` }));
  await holdKey(page, 1600);
  await page.getByText(`${REFUSAL} may be learned again`).waitFor();
  await row.getByText('counting').waitFor();
  expect(await json(at, 'refusals', 'list')).toMatchObject([{ id: REFUSAL, state: 'counting' }]);
  expect(await row.getByRole('button', { name: /revoke|allow/ }).count(), 'nothing is left to decide').toBe(0);
  expect(faults).toEqual([]);
});
