import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sluice } from '../cli/processes.ts';
import { expectAccessible, expectNoOverflow, openTab } from './browser.ts';
import { alive, DemoDashboard, goTo, hold } from './demoDashboard.ts';

const demo = new DemoDashboard();
beforeAll(() => demo.start());
afterAll(() => demo.end());

it('a strategy shows what it keeps over a restart, and what holds it and how it goes on', async (context) => {
  const { page, faults } = await demo.open(context);
  await goTo(page, 'strategies/eth-grid');
  const kept = page.getByRole('region', { name: 'Kept over a restart' });
  await kept.getByText('ladder').waitFor();
  const { stdout } = await sluice(['strategies', 'state', 'eth-grid', '-o', 'json', '--state', demo.state]);
  expect(JSON.parse(stdout)).toMatchObject([{ name: 'ladder' }]);
  expect(await sluice(['reduce', 'eth-grid', '--yes', '--state', demo.state])).toMatchObject({ code: 0 });
  await page.getByText(/eth-grid is reducing: .+\. It goes on /).waitFor();
  await expectAccessible(page);
  await expectNoOverflow(page);
  expect(await sluice(['resume', 'eth-grid', '--yes', '--state', demo.state])).toMatchObject({ code: 0 });
  await page.getByText(/eth-grid is reducing: /).waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
});

it('parameters are planned, written into the file by a hold, and in force', async (context) => {
  const file = demo.folder.path('demo.yaml');
  const before = readFileSync(file, 'utf8');
  const { page, faults } = await openTab(context, { viewport: { width: 360, height: 740 } });
  await page.clock.install();
  await page.goto(await demo.link());
  await alive(page, 'Running');
  await goTo(page, 'strategies/btc-maker');
  await page.getByLabel('New value of spreadBps').fill('9');
  const plan = page.getByRole('button', { name: /^Plan it/ });
  await plan.click();
  const apply = page.getByRole('button', { name: /^Hold: write it/ });
  await apply.waitFor();
  await page.getByText(`In ${file}`).waitFor();
  await page.locator('.diff ins').filter({ hasText: 'spreadBps: 9, size: 0.01' }).waitFor();
  await expectAccessible(page);
  await expectNoOverflow(page);
  expect(readFileSync(file, 'utf8')).toBe(before);
  await hold(page, apply, 1600);
  await page.getByText(/btc-maker has its new parameters/).waitFor();
  // What was held is gone, and the keyboard goes on from where it was.
  expect(await page.evaluate('document.activeElement.closest(".panel") !== null')).toBe(true);
  expect(readFileSync(file, 'utf8')).toBe(before.replace('spreadBps: 6', 'spreadBps: 9'));
  const { stdout } = await sluice(['config', 'plan', '-o', 'json', '--state', demo.state]);
  expect(JSON.parse(stdout)).toMatchObject({ strategies: [], settings: [], problems: [] });
  expect(faults).toEqual([]);
});

it('a configuration of the package is not changed from here, by no command that the page names either', async (context) => {
  const { page } = await demo.open(context);
  await page.route('**/api/facts', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...((await answer.json()) as object), config: '/package/config/demo.yaml', isOwnConfig: false } });
  });
  await goTo(page, 'strategies/btc-maker');
  await page.getByLabel('New value of spreadBps').fill('11');
  await page.getByText('/package/config/demo.yaml is a part of the package').waitFor();
  await page.getByRole('button', { name: 'Copy command: sluice init DIR' }).waitFor();
  expect(await page.getByRole('button', { name: /config set|^Plan it/ }).count()).toBe(0);
});
