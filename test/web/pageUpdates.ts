import type { Page } from 'playwright-core';

/** A second. */
export const UPDATES = 20;
const EVERY_MS = 1000 / UPDATES;

/** What one page draws while updates come. */
export interface Drawn {
  /** A second. */
  readonly frames: number;
  readonly updates: number;
  /** In how many frames a second the page had changed something of itself: a page that leaves the updates out draws nothing. */
  readonly changes: number;
  /** The longest task over 50 ms, 0 without one. */
  readonly longestTaskMs: number;
}

/**
 * Runs in the page before its own scripts: what the daemon streams goes through message by message, and between its messages the last status
 * comes again, with another last digit of the mid of each market.
 */
const MORE_UPDATES = `
window.updates = 0;
const plainFetch = window.fetch;
window.fetch = async (input, init) => {
  const answer = await plainFetch(input, init);
  if (!String(input).includes('/api/events') || !answer.ok) return answer;
  let rest = '';
  let status;
  let timer;
  const again = () => {
    const markets = status.markets.map((one) => ({ ...one, mid: one.mid?.replace(/\\d$/, String(window.updates % 10)) }));
    return 'event: status\\ndata: ' + JSON.stringify({ ...status, markets }) + '\\n\\n';
  };
  const messages = new TransformStream({
    start(controller) {
      timer = setInterval(() => {
        if (status === undefined) return;
        window.updates++;
        controller.enqueue(again());
      }, ${EVERY_MS});
    },
    transform(text, controller) {
      const whole = (rest + text).split('\\n\\n');
      rest = whole.pop();
      for (const message of whole) {
        const [, event, data] = /event: (snapshot|status)\\n[^]*?data: (.*)/.exec(message) ?? [];
        if (event !== undefined) status = event === 'snapshot' ? JSON.parse(data).status : JSON.parse(data);
        controller.enqueue(message + '\\n\\n');
      }
    },
    flush() {
      clearInterval(timer);
    },
  });
  const body = answer.body.pipeThrough(new TextDecoderStream()).pipeThrough(messages).pipeThrough(new TextEncoderStream());
  return new Response(body, { status: answer.status, headers: answer.headers });
};`;

/** Counts what is drawn, what has changed there, and what keeps the page from being drawn. */
const countFor = (ms: number): string => `new Promise((resolve) => {
  let [frames, changes, longestTaskMs, isChanged] = [0, 0, 0, false];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longestTaskMs = Math.max(longestTaskMs, duration);
  }).observe({ entryTypes: ['longtask'] });
  new MutationObserver(() => (isChanged = true)).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  const [from, before] = [performance.now(), window.updates];
  const frame = () => {
    const spentMs = performance.now() - from;
    if (spentMs >= ${ms}) {
      const perSecond = (count) => (count * 1000) / spentMs;
      resolve({ frames: perSecond(frames), updates: perSecond(window.updates - before), changes: perSecond(changes), longestTaskMs });
      return;
    }
    frames++;
    if (isChanged) changes++;
    isChanged = false;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
})`;

/** More updates come to a page that is opened after this. */
export async function addUpdates(page: Page): Promise<void> {
  await page.addInitScript(MORE_UPDATES);
}

/** Counts on a page that is open, and has `addUpdates`. */
export function countDrawn(page: Page, ms: number): Promise<Drawn> {
  return page.evaluate<Drawn>(countFor(ms));
}
