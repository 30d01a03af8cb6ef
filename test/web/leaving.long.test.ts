import { afterAll, beforeAll, describe, it } from 'vitest';
import { sluice } from '../cli/processes.ts';
import { expectAccessible, expectNoOverflow } from './browser.ts';
import { alive, DemoDashboard, goTo } from './demoDashboard.ts';

const demo = new DemoDashboard();

beforeAll(() => demo.start());
afterAll(() => demo.end());

describe('a page that is open', () => {
  it('shows nothing in place of what its address names', async (context) => {
    const { page } = await demo.open(context);
    await goTo(page, 'strategies/nope');
    await page.getByText('There is no strategy nope').waitFor();
    await goTo(page, 'market/XX%2FYY');
    await page.getByText('No market XX/YY is polled').waitFor();
    await goTo(page, 'orders');
    await page.getByText('Strategies that run place theirs anew').waitFor();
    await goTo(page, 'simulator');
    await page
      .getByRole('row')
      .filter({ hasText: /^SOL\s*\d/ })
      .waitFor();
  });

  it('takes another link while it is in', async (context) => {
    const { page } = await demo.open(context, {}, '--read-only');
    const badge = page.getByText('read only');
    await badge.waitFor();
    await page.goto(await demo.link());
    await badge.waitFor({ state: 'detached' });
    await page.waitForURL(/#\/overview$/);
  });

  it('says that the daemon was stopped in order, and what it left, and marks its figures', async (context) => {
    const { page } = await demo.open(context);
    await sluice(['stop', '--state', demo.state]);
    await alive(page, 'Stopped');
    await page.getByText(/The daemon was stopped in order at \d\d:\d\d:\d\d\. All figures are from then\./).waitFor();
    await page.getByText('It left nothing open at the venue.').waitFor();
    await page.locator('html[data-past]').waitFor();
    await page.locator('.verdict .v').last().locator('b').filter({ hasText: 'Nothing' }).waitFor();
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoOverflow(page);
    await expectAccessible(page);
  });
});
