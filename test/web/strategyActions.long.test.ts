import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '../until.ts';
import { expectAccessible } from './browser.ts';
import { DemoDashboard, goTo, hold, holdKey, tabTo } from './demoDashboard.ts';

interface Told {
  readonly stops: readonly { readonly scope: string; readonly state: string }[];
  readonly strategies: readonly Row[];
}

interface Row {
  readonly name: string;
  readonly state: string;
  readonly trading: string;
  readonly position: string;
  readonly openOrders: number;
}

const demo = new DemoDashboard();
beforeAll(() => demo.start());
afterAll(() => demo.end());

const told = (): Promise<Told> => demo.json<Told>('status');
const rowOf = async (name: string): Promise<Row> => (await told()).strategies.find((row) => row.name === name)!;

/** Fees that are taken in the currency itself leave less than a step of the venue. */
const isFlat = ({ position }: Row): boolean => Math.abs(Number(position)) < 0.001;

/** Goes to the page of a strategy by its row in the table, with keys alone. */
async function openByKeys(page: Page, name: string): Promise<void> {
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  const row = page.locator('tr[data-row]').filter({ hasText: name }).first();
  await row.waitFor();
  // From wherever the focus is, the first press of j goes to the first row.
  await page.keyboard.press('Escape');
  while ((await row.and(page.locator(':focus')).count()) === 0) await page.keyboard.press('j');
}

it('a strategy is paused, flattened and armed again by keyboard alone, and its position is closed at the venue', async (context) => {
  await until(async () => !isFlat(await rowOf('eth-grid')));
  const { page, faults } = await demo.openWithClock(context);
  await openByKeys(page, 'eth-grid');
  await page.keyboard.press('.');
  await tabTo(page, page.getByRole('button', { name: 'Pause eth-grid' }));
  await page.keyboard.press('Enter');
  await page.getByText('eth-grid is paused').first().waitFor();
  await until(async () => (await rowOf('eth-grid')).openOrders === 0);
  const paused = await rowOf('eth-grid');
  expect(paused.state).toBe('paused');

  const flatten = page.getByRole('button', { name: /^Hold to flatten eth-grid: .+ ETH$/ });
  await tabTo(page, flatten);
  await holdKey(page, 1600, 'Space');
  await page.getByText(/^eth-grid is stopped/).waitFor();
  // While it closes, it is reducing; then it is halted.
  await until(
    () => rowOf('eth-grid'),
    (row) => isFlat(row) && row.trading === 'halted',
  );
  expect(await told()).toMatchObject({ stops: [{ scope: 'eth-grid', state: 'halted' }] });
  expect(await rowOf('btc-maker')).toMatchObject({ state: 'running', trading: 'active' });

  await openByKeys(page, 'eth-grid');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/#/strategies/eth-grid');
  const halted = page.locator('main').getByText('eth-grid is halted: a person asked for it on the dashboard');
  await halted.first().waitFor();
  await expectAccessible(page);
  await tabTo(page, page.getByRole('button', { name: 'Hold: arm eth-grid again' }));
  await holdKey(page, 1600);
  await page.getByText('eth-grid may trade again').waitFor();
  await until(async () => (await halted.count()) === 0);
  expect((await told()).stops).toEqual([]);
  await until(async () => (await rowOf('eth-grid')).openOrders > 0);
  expect(faults).toEqual([]);
});

it('a parameter is changed by keyboard alone: typed, planned, held, and in force', async (context) => {
  const file = demo.folder.path('demo.yaml');
  const before = readFileSync(file, 'utf8');
  const { page, faults } = await demo.openWithClock(context);
  await goTo(page, 'strategies/btc-maker');
  await tabTo(page, page.getByLabel('New value of spreadBps'));
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('8');
  await tabTo(page, page.getByRole('button', { name: /^Plan it/ }));
  await page.keyboard.press('Enter');
  const apply = page.getByRole('button', { name: /^Hold: write it/ });
  await apply.waitFor();
  await tabTo(page, apply);
  await holdKey(page, 1600, 'Space');
  await page.getByText(/btc-maker has its new parameters/).waitFor();
  expect(readFileSync(file, 'utf8')).toBe(before.replace('spreadBps: 6', 'spreadBps: 8'));
  expect(await demo.json('config', 'plan')).toMatchObject({ strategies: [], settings: [], problems: [] });
  expect(faults).toEqual([]);
});

it('the page of a strategy flattens it, arms its scope, and stops it until the next start', async (context) => {
  await until(async () => !isFlat(await rowOf('btc-maker')));
  const { page, faults } = await demo.openWithClock(context);
  await goTo(page, 'strategies/btc-maker');
  await hold(page, page.getByRole('button', { name: /^Hold: flatten .+ BTC, then halt$/ }), 1600);
  await page.getByText(/^btc-maker is stopped/).waitFor();
  const flat = await until(
    () => rowOf('btc-maker'),
    (row) => isFlat(row) && row.trading === 'halted',
  );
  expect(flat.openOrders).toBe(0);
  await hold(page, page.getByRole('button', { name: 'Hold: arm btc-maker again' }), 1600);
  await page.getByText('btc-maker may trade again').waitFor();
  expect((await told()).stops).toEqual([]);
  await until(async () => (await rowOf('btc-maker')).openOrders > 0);

  const stop = page.getByRole('button', { name: 'Hold: stop until the next start' });
  await hold(page, stop, 1600);
  await page.getByText('btc-maker is stopped').first().waitFor();
  await page
    .getByText(/It goes on when the daemon starts again/)
    .first()
    .waitFor();
  await until(async () => (await rowOf('btc-maker')).openOrders === 0);
  expect(await rowOf('btc-maker')).toMatchObject({ state: 'stopped' });
  expect((await told()).stops, 'it has ended, and trading is not stopped').toEqual([]);
  expect(await stop.isDisabled()).toBe(true);
  expect(await page.getByRole('button', { name: /^Pause: / }).isDisabled()).toBe(true);
  await goTo(page, 'strategies');
  expect(await page.getByRole('button', { name: 'Pause btc-maker' }).isDisabled()).toBe(true);
  expect(faults).toEqual([]);
});
