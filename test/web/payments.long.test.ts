import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { sluice, startSimulator } from '../cli/processes.ts';
import { expectAccessible, expectNoOverflow, openTab } from './browser.ts';
import { alive, cut, DemoDashboard, goTo } from './demoDashboard.ts';

const demo = new DemoDashboard();
let venue: Awaited<ReturnType<typeof startSimulator>>;
let short = '';

async function control(path: string, body: object): Promise<void> {
  const { url, token } = venue.control;
  const answer = await fetch(`${url}/control/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.status, await answer.text()).toBe(200);
}

/** Asks for 100 EUR in USDT on a network where nobody pays by itself, and pays a part of it. */
async function paid(order: string, percent: number): Promise<string> {
  const terms = ['--amount', '100', '--to', 'EUR', '--from', 'USDT', '--network', 'ETH', '--order', order];
  const asked = await sluice(['pay', 'intents', 'create', ...terms, '--yes', '-o', 'json', '--state', demo.state], venue.processing);
  expect(asked.code, asked.stderr).toBe(0);
  const { id, payAmount } = JSON.parse(asked.stdout) as { readonly id: string; readonly payAmount: string };
  const amount = Number(dec(payAmount).times(percent).div(100).toDecimalPlaces(6).toFixed());
  await control(`/payments/${id}/deposits`, { amount });
  return id;
}

beforeAll(async () => {
  venue = await startSimulator();
  await demo.start(venue.processing);
  await paid('order-1', 100);
  short = await paid('order-2', 50);
  await control('/time', { advanceMs: 60_000 });
});
afterAll(async () => {
  await demo.end();
  await venue.stop();
});

const LOOKS = [
  ['light', { colorScheme: 'light', viewport: { width: 1440, height: 900 } }],
  ['on a dark telephone', { colorScheme: 'dark', viewport: { width: 360, height: 740 } }],
] as const;

describe.each(LOOKS)('payments, %s', (_, options) => {
  it('shows what does not fit with its commands, and what happened to one payment', async (context) => {
    const { page, faults } = await demo.open(context, options);
    await page.keyboard.press('g');
    await page.keyboard.press('p');
    const row = page.locator('tr[data-row]').filter({ hasText: 'order-1' });
    await row.getByText('Completed').waitFor();
    const open = page.locator('.wait li').filter({ hasText: 'order-2' });
    await open.locator('.badge').filter({ hasText: 'under' }).waitFor();
    await open.getByRole('button', { name: `Copy command: sluice pay intents accept ${short}` }).click();
    await page.getByText(`Copied: sluice pay intents accept ${short}`).waitFor();
    await expectAccessible(page);
    await expectNoOverflow(page);

    await open.getByRole('link', { name: /^Look/ }).click();
    await page.waitForURL(`**/#/payments/${short}`);
    const story = page.getByRole('region', { name: 'Payment order-2', exact: true });
    for (const word of ['created', 'deposit', 'ManualActionRequired']) await story.getByText(word).first().waitFor();
    await expectAccessible(page);
    await expectNoOverflow(page);
    await story.getByRole('link', { name: 'Close' }).click();
    await story.waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
  });
});

it('a payment that nobody knows is refused in words, and a cut marks the page', async (context) => {
  const { page } = await openTab(context);
  await page.clock.install();
  await page.goto(await demo.link());
  await alive(page, 'Running');
  await goTo(page, 'payments/00000000-0000-4000-8000-000000000000');
  await page
    .locator('.panel .empty b')
    .filter({ hasText: /not|unknown/i })
    .first()
    .waitFor();
  await page.locator('tr[data-row]').filter({ hasText: 'order-1' }).waitFor();
  await cut(page);
  expect(await page.locator('tr[data-row]').filter({ hasText: 'order-1' }).count()).toBe(1);
});
