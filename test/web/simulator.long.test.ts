import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sluice, start, startSimulator } from '../cli/processes.ts';
import { until } from '../until.ts';
import { expectAccessible, expectNoOverflow, openTab } from './browser.ts';
import { alive, DemoDashboard, goTo } from './demoDashboard.ts';

const demo = new DemoDashboard();
beforeAll(() => demo.start());
afterAll(() => demo.end());

const LOOKS = [
  ['light', { colorScheme: 'light', viewport: { width: 1440, height: 900 } }],
  ['dark', { colorScheme: 'dark', viewport: { width: 1440, height: 900 } }],
  ['on a telephone', { colorScheme: 'light', viewport: { width: 360, height: 740 } }],
  ['on a dark telephone', { colorScheme: 'dark', viewport: { width: 360, height: 740 } }],
] as const;

const banner = (page: Page) => page.locator('.banner').filter({ hasText: 'The simulator makes calls go wrong' });
const atSimulator = (...words: readonly string[]) => sluice(['simulator', ...words, '--state', demo.state]);

describe('the simulator of the demo', () => {
  it.for(LOOKS)('is shown %s, and faults are chosen, warned of on every page, and ended', async ([, options], context) => {
    const { page, faults } = await demo.open(context, options);
    await goTo(page, 'simulator');
    await page.getByText('nothing goes wrong').first().waitFor();
    expect(await banner(page).count()).toBe(0);
    await page.getByRole('button', { name: 'Choose the faults slow' }).click();
    await page.getByText('Done: faults slow').waitFor();
    await banner(page).waitFor();
    await page.getByText('slow is on').waitFor();
    await page.getByText('answered late').filter({ visible: true }).first().waitFor();
    await expectAccessible(page);
    await expectNoOverflow(page);
    await goTo(page, 'overview');
    await banner(page).waitFor();
    await expectAccessible(page);
    await expectNoOverflow(page);
    await banner(page).getByRole('link', { name: 'Simulator' }).click();
    await page.getByRole('button', { name: 'Choose the faults none' }).click();
    await banner(page).waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
  });

  it('moves a price, takes a deposit and lends, each with its command, and refuses what is no amount', async (context) => {
    const { page } = await demo.open(context);
    await goTo(page, 'simulator');
    const money = page.getByRole('region', { name: 'Money comes in' });
    await money.getByLabel('Amount').fill('12x');
    await money.getByText('expected a number').waitFor();
    expect(await money.getByRole('button', { name: 'Deposit it' }).isDisabled()).toBe(true);
    await money.getByLabel('Amount').fill('1234.5');
    await money.getByRole('button', { name: 'Copy command: sluice simulator deposit EUR 1234.5' }).first().waitFor();
    await money.getByRole('button', { name: 'Deposit it' }).click();
    await page.getByText(/Done: a deposit of 1234.5 EUR is there/).waitFor();

    const price = page.getByRole('region', { name: 'Move a price' });
    await price.getByLabel('Currency whose price moves').selectOption('LTC');
    await price.getByLabel('By so many percent, up or down').fill('900');
    await price.getByText('expected -50 to 100').waitFor();
    await price.getByLabel('By so many percent, up or down').fill('-2.5');
    await price.getByRole('button', { name: 'Move it at once' }).click();
    await page.getByText('Done: the price of LTC moved by -2.5 %').waitFor();
    await page.getByText('0.975 times').waitFor();
    // The event log has it.
    await goTo(page, 'events');
    await page.getByText('simulator: the price of LTC moved by -2.5 %').first().waitFor();
  });

  it('holds deposits, decides them, changes a fee, and says where notifications go', async (context) => {
    const { page, faults } = await demo.open(context);
    await goTo(page, 'simulator');
    const moves = page.getByRole('region', { name: 'Money on its way' });
    await moves.getByRole('button', { name: 'Hold deposits of coins' }).click();
    await moves.getByText('deposits are held').waitFor();
    expect(await atSimulator('deposit', 'SOL', '3')).toMatchObject({ code: 0 });
    await moves.getByText('3 SOL').waitFor();
    await expectAccessible(page);
    await expectNoOverflow(page);
    await moves.getByRole('button', { name: /^Decline the deposit/ }).click();
    await page.getByText(/Done: the deposit \d+ of 3 SOL is declined/).waitFor();
    await moves.getByRole('button', { name: 'End the hold of deposits' }).click();
    await moves.getByText('nothing is held').waitFor();

    const fees = page.getByRole('region', { name: 'Network fees' });
    await fees.getByLabel('Network whose fee changes').selectOption({ label: 'LTC by Litecoin' });
    await fees.getByLabel('Fee of one withdrawal, in LTC').fill('0.004');
    await fees.getByRole('button', { name: 'Change the fee' }).click();
    await page.getByText('Done: a withdrawal of LTC by LTC costs 0.004 LTC from now on').waitFor();
    await fees.getByText('Now 0.004 LTC; usually 0.001').waitFor();

    const receiver = createServer((_, answer) => answer.writeHead(503).end());
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    context.onTestFinished(() => void receiver.close());
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/notify`;
    const told = page.getByRole('region', { name: 'Notifications' });
    await told.getByLabel('Those of ViBAN deposits go to').fill('http://192.0.2.7/notify');
    await told.getByText('expected an address on this machine').waitFor();
    expect(await told.getByRole('button', { name: 'Send them there' }).isDisabled()).toBe(true);
    await told.getByLabel('Those of ViBAN deposits go to').fill(url);
    await told.getByRole('button', { name: 'Send them there' }).click();
    await told.getByText(`They go to ${url} now.`).waitFor();
    const deposit = ['--amount', '250.50', '--currency', 'EUR', '--client-ip', '203.0.113.7'];
    expect(await sluice(['treasury', 'deposit', 'viban', ...deposit, '--yes', '--state', demo.state])).toMatchObject({ code: 0 });
    await told.getByText('not yet: 503').first().waitFor();
    await expectAccessible(page);
    expect(await atSimulator('notify', 'off')).toMatchObject({ code: 0 });
    expect((await atSimulator('notifications')).stdout).toMatch(/pending/);
    expect(faults).toEqual([]);
  });

  it('is reached and used by keyboard alone', async (context) => {
    const { page } = await demo.open(context);
    await page.keyboard.press('g');
    await page.keyboard.press('i');
    await page.waitForURL('**/#/simulator');
    await page.getByRole('button', { name: 'Choose the faults flaky' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('c');
    await page.getByText('Copied: sluice simulator faults flaky').waitFor();
    await page.keyboard.press('.');
    await page.keyboard.press('Enter');
    await page.getByText('Done: faults flaky').waitFor();
    await banner(page).waitFor();
    expect(await atSimulator('faults', 'none')).toMatchObject({ code: 0 });
    await banner(page).waitFor({ state: 'detached' });
  });

  it('loses the answer of one order, which is found again', async (context) => {
    const { page } = await demo.open(context);
    await goTo(page, 'simulator');
    await page.getByRole('button', { name: 'Strike it once' }).click();
    await page.getByText('Done: the next new order is carried out, and its answer is lost').waitFor();
    const order = ['--symbol', 'LTC/EUR', '--side', 'Buy', '--amount', '1', '--price', '60'];
    void sluice(['orders', 'place', ...order, '--yes', '--state', demo.state]);
    await page.getByText('answer lost: it was carried out').filter({ visible: true }).first().waitFor();
    await until(async () => (await sluice(['orders', 'unresolved', '--state', demo.state, '-o', 'json'])).stdout.trim() === '[]');
  });

  it('can only be looked at by a session that may only look', async (context) => {
    const { page } = await demo.open(context, {}, '--read-only');
    await goTo(page, 'simulator');
    await page.getByRole('button', { name: 'Choose the faults slow' }).waitFor();
    expect(await page.locator('main button.btn:enabled').count()).toBe(0);
    const refused = await page.evaluate<number>(
      `fetch('/api/simulator/faults', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"profile":"slow"}' }).then((answer) => answer.status)`,
    );
    expect(refused).toBeGreaterThanOrEqual(400);
    expect(await banner(page).count()).toBe(0);
  });

  it('is told on the command line', async () => {
    expect(await atSimulator('price', 'XRP', '--by', '-1%')).toMatchObject({ code: 0 });
    expect(await atSimulator('deposit', 'XRP', '10')).toMatchObject({ code: 0 });
    expect(await atSimulator('lend', 'XRP', '10')).toMatchObject({ code: 0 });
    expect(await atSimulator('lend', 'XRP', '0')).toMatchObject({ code: 0 });
    expect(await atSimulator('hold', 'withdrawals')).toMatchObject({ code: 0 });
    expect((await atSimulator('pending')).stderr).toContain('held until decided by hand: withdrawals of coins');
    expect(await atSimulator('hold', 'withdrawals', '--end')).toMatchObject({ code: 0 });
    expect(await atSimulator('network-fee', 'USDT', 'TRX', '2.5')).toMatchObject({ code: 0 });
    expect((await atSimulator('decide', '79999', 'complete')).stderr).toContain('no deposit or withdrawal with the id 79999 is pending');
    expect(await atSimulator('strike', 'orders.cancel', 'server-error')).toMatchObject({ code: 0 });
    const { stdout } = await atSimulator('faults', '-o', 'json');
    const { faults, deeds } = JSON.parse(stdout) as { readonly faults: { readonly profile: string }; readonly deeds: readonly object[] };
    expect(faults.profile).toBe('none');
    expect(deeds[0]).toMatchObject({ text: 'the next cancel is answered by an error, and nothing is done' });
    expect((await atSimulator('faults')).stderr).toContain('none since');
    expect(await atSimulator('faults', 'none')).toMatchObject({ code: 0 });
  });
});

it('a daemon on any other venue has none: the page says why, and every command is refused', async (context) => {
  const simulator = await startSimulator();
  const at = { ...simulator.env, SLUICE_STATE: demo.folder.path('other') };
  const other = start(['run'], at);
  await other.until('pairs are known');
  const { code, stderr } = await sluice(['simulator', 'faults', 'hostile'], at);
  expect(code).not.toBe(0);
  expect(stderr).toContain('has no simulator inside');
  expect((await sluice(['simulator', 'faults'], at)).stderr).toContain('has no simulator inside');
  const { page } = await openTab(context);
  await page.goto((await sluice(['dashboard'], at)).stdout.trim());
  await alive(page, 'Running');
  await goTo(page, 'simulator');
  await page.getByText('has no simulator inside').waitFor();
  expect(await page.locator('main :is(.field, button.btn)').count()).toBe(0);
  await expectAccessible(page);
  other.kill('SIGTERM');
  await other.ended;
  await simulator.stop();
});
