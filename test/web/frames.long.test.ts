import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTab } from './browser.ts';
import { alive, DemoDashboard, goTo } from './demoDashboard.ts';

const demo = new DemoDashboard();
beforeAll(() => demo.start());
afterAll(() => demo.end());

const EVERY_MS = 50;
const SPAN_MS = 10_000;
/** Far above what was measured: a page that stands still for so long would be broken, on whatever machine. */
const LONGEST_TASK_MS = 2000;

/**
 * Runs in the page before its own scripts: what the daemon streams goes through, and between its messages the last status comes again every
 * 50 ms, with another mid in each market.
 */
const MORE_UPDATES = `
const plain = window.fetch;
window.updates = 0;
window.fetch = async (input, init) => {
  const answer = await plain(input, init);
  if (!String(input).includes('/api/events') || !answer.ok) return answer;
  const pieces = answer.body.getReader();
  const read = new TextDecoder();
  const written = new TextEncoder();
  let text = '';
  let status;
  const body = new ReadableStream({
    async start(controller) {
      setInterval(() => {
        if (status === undefined || (text !== '' && !text.endsWith('\\n\\n'))) return;
        window.updates++;
        const markets = status.markets.map((one) => ({ ...one, mid: one.mid === undefined ? undefined : one.mid.replace(/\\d$/, String(window.updates % 10)) }));
        controller.enqueue(written.encode('event: status\\ndata: ' + JSON.stringify({ ...status, markets }) + '\\n\\n'));
      }, ${EVERY_MS});
      for (;;) {
        const { value, done } = await pieces.read();
        if (done) return controller.close();
        text = (text + read.decode(value, { stream: true })).slice(-4_000_000);
        for (const found of text.matchAll(/event: (snapshot|status)\\n[^]*?data: (.*)\\n\\n/g)) {
          const told = JSON.parse(found[2]);
          status = found[1] === 'snapshot' ? told.status : told;
        }
        if (text.endsWith('\\n\\n')) text = '';
        controller.enqueue(value);
      }
    },
  });
  return new Response(body, { status: 200, headers: answer.headers });
};`;

/** Counts what is drawn, and what keeps the page from being drawn. */
const COUNT = `new Promise((resolve) => {
  const tasks = [];
  new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => tasks.push(Math.round(duration)))).observe({ entryTypes: ['longtask'] });
  const [from, before] = [performance.now(), window.updates];
  let frames = 0;
  const frame = () => {
    frames++;
    const ms = performance.now() - from;
    if (ms < ${SPAN_MS}) requestAnimationFrame(frame);
    else resolve({ frames: (frames * 1000) / ms, updates: ((window.updates - before) * 1000) / ms, tasks });
  };
  requestAnimationFrame(frame);
})`;

interface Counted {
  /** A second. */
  readonly frames: number;
  readonly updates: number;
  /** Milliseconds of each task over 50. */
  readonly tasks: readonly number[];
}

it.for(['overview', 'market', 'simulator'])('with 20 updates a second the page %s goes on drawing', async (name, context) => {
  const { page, faults } = await openTab(context, { viewport: { width: 1440, height: 900 } });
  await page.addInitScript(MORE_UPDATES);
  await page.goto(await demo.link());
  await alive(page, 'Running');
  await goTo(page, name);
  await page.locator('main .panel').first().waitFor();
  const { frames, updates, tasks } = await page.evaluate<Counted>(COUNT);
  const longest = Math.max(0, ...tasks);
  process.stdout.write(
    `${name}: ${frames.toFixed(1)} frames a second with ${updates.toFixed(1)} updates, ${tasks.length} tasks over 50 ms, the longest ${longest} ms\n`,
  );
  expect(frames).toBeGreaterThan(0);
  expect(updates).toBeGreaterThan(0);
  expect(longest).toBeLessThan(LONGEST_TASK_MS);
  expect(faults).toEqual([]);
});
