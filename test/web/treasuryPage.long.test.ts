import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/base/systemClock.ts';
import { FILLED, filledTreasury } from '../control/filledTreasury.ts';
import { until } from '../until.ts';
import { expectAccessible, expectNoOverflow } from './browser.ts';
import { DemoDashboard, goTo } from './demoDashboard.ts';

const demo = new DemoDashboard();
beforeAll(() => demo.start());
afterAll(() => demo.end());

const LOOKS = [
  ['light', { colorScheme: 'light', viewport: { width: 1440, height: 900 } }],
  ['dark', { colorScheme: 'dark', viewport: { width: 1440, height: 900 } }],
  ['on a telephone', { colorScheme: 'light', viewport: { width: 360, height: 740 } }],
  ['on a dark telephone', { colorScheme: 'dark', viewport: { width: 360, height: 740 } }],
] as const;

describe('the treasury beside the daemon', () => {
  it('is not there: the page says where it looked, and how one begins', async (context) => {
    const { page, faults } = await demo.open(context);
    await goTo(page, 'treasury');
    await page.getByText(`There is no treasury in ${demo.state}`).waitFor();
    await page.getByRole('button', { name: 'Copy command: sluice treasury policy publish policy.yaml --as NAME' }).waitFor();
    await page.getByRole('table', { name: 'Balances by currency' }).waitFor();
    await expectAccessible(page);
    expect(faults).toEqual([]);
    await filledTreasury(join(demo.state, 'treasury.sqlite'), systemClock.now());
    // It is seen without a reload.
    await page.getByRole('table', { name: 'Moves that may still change, oldest first' }).waitFor();
  });

  it.for(LOOKS)('is shown %s: queue, signatures, address book, limits, audit log', async ([, options], context) => {
    const { page, faults } = await demo.open(context, options);
    await goTo(page, 'treasury');
    const queue = page.getByRole('table', { name: 'Moves that may still change, oldest first' });
    await queue.waitFor();
    for (const text of ['waits for signatures', 'unknown']) await queue.getByText(text).first().waitFor();
    for (const text of ['does not run', '1 of 2 finance; cleo may sign', 'cooling, 19 h', 'small: BTC, 24 h']) {
      await page.getByText(text).filter({ visible: true }).first().waitFor();
    }
    await page.getByRole('table', { name: 'Moves that have ended, newest first' }).getByText('completed').waitFor();
    await expectAccessible(page);
    await expectNoOverflow(page);
    expect(await page.locator('main :is(.hold, input, form)').count()).toBe(0);
    for (const hidden of FILLED.hidden) expect(await page.content()).not.toContain(hidden);
    expect(faults).toEqual([]);
  });

  it('waits for people on every page, and its command is copied by keys alone', async (context) => {
    const { page } = await demo.open(context);
    await page.getByText('Signature: withdrawal of 1.5 BTC to cold-1').waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('t');
    await page.waitForURL('**/#/treasury');
    const row = page.locator('tr[data-row]').filter({ hasText: '1.5 BTC' });
    await row.waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('c');
    const command = `sluice treasury approve ${FILLED.waiting} --as NAME --key NAME.key.pem`;
    await page.getByText(`Copied: ${command}`).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(command);
  });

  it.for(LOOKS)('has the statement of the month %s, which ties, and gives it as a file', async ([, options], context) => {
    const { page, faults } = await demo.open(context, options);
    await goTo(page, 'treasury');
    const panel = page.getByRole('region', { name: 'Statement', exact: true });
    // The first balance is recorded when two looks in a row have shown it.
    await until(async () => {
      const again = panel.getByRole('button', { name: 'Make it again' });
      if (await again.isEnabled()) await again.click();
      return (await panel.locator('.badge').filter({ hasText: 'ties' }).count()) > 0;
    });
    expect(await panel.locator('.badge').filter({ hasText: 'differs' }).count()).toBe(0);
    await panel.getByRole('table', { name: 'Statement of EUR' }).waitFor();
    await panel.getByLabel('Currency').selectOption('EUR');
    await panel.getByRole('table', { name: 'Statement of BTC' }).waitFor({ state: 'detached' });
    await panel.getByRole('button', { name: /^Copy command: sluice treasury statement --month \d{4}-\d{2} --currency EUR$/ }).waitFor();
    await expectAccessible(page);
    await expectNoOverflow(page);
    const [download] = await Promise.all([page.waitForEvent('download'), panel.getByRole('button', { name: 'Download CSV' }).click()]);
    expect(download.suggestedFilename()).toMatch(/^statement-\d{4}-\d{2}\.csv$/);
    const text = readFileSync(await download.path(), 'utf8');
    expect(text.split('\r\n')[0]).toBe('currency,part,at,what,id,count,gained,lost,amount,balance,note');
    expect(text).toContain('EUR,closing,');
    expect(faults).toEqual([]);
  });
});
