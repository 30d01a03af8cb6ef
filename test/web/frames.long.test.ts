import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTab } from './browser.ts';
import { alive, DemoDashboard, goTo } from './demoDashboard.ts';
import { addUpdates, countDrawn } from './pageUpdates.ts';

const demo = new DemoDashboard();
beforeAll(() => demo.start());
afterAll(() => demo.end());

const SPAN_MS = 10_000;
/** Far above what was measured: a page that stands still for so long would be broken, on whatever machine. */
const LONGEST_TASK_MS = 2000;

it.for(['overview', 'market', 'simulator'])('with 20 updates a second the page %s goes on drawing', async (name, context) => {
  const { page, faults } = await openTab(context, { viewport: { width: 1440, height: 900 } });
  await addUpdates(page);
  await page.goto(await demo.link());
  await alive(page, 'Running');
  await goTo(page, name);
  await page.locator('main .panel').first().waitFor();
  const { frames, updates, changes, longestTaskMs } = await countDrawn(page, SPAN_MS);
  const texts = [frames, updates, changes].map((count) => count.toFixed(1));
  process.stdout.write(
    `${name}: ${texts[0]} frames a second with ${texts[1]} updates, ${texts[2]} of them changed, the longest task ${longestTaskMs} ms\n`,
  );
  expect(frames).toBeGreaterThan(0);
  expect(updates).toBeGreaterThan(0);
  expect(changes).toBeGreaterThan(0);
  expect(longestTaskMs).toBeLessThan(LONGEST_TASK_MS);
  expect(faults).toEqual([]);
});
