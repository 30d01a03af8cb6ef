import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAGES } from '../../web/pure/routes.ts';
import { until } from '../until.ts';
import { expectAccessible, expectNoOverflow } from './browser.ts';
import { alive, DemoDashboard, goTo, stopClock } from './demoDashboard.ts';

const demo = new DemoDashboard();
beforeAll(() => demo.start());
afterAll(() => demo.end());

/** Runs in the page: writes down each motion that can be seen, but for how far a button has been held. */
const WATCH = `
window.moved = new Set();
for (const type of ['transitionrun', 'animationstart'])
  addEventListener(type, () => {
    for (const one of document.getAnimations())
      if (one.effect.getTiming().duration > 1 && !one.effect.target.matches('.holding'))
        window.moved.add([one.effect.target.className, one.effect.pseudoElement, one.transitionProperty ?? one.animationName].join(' '));
  }, true);`;

const moved = (page: Page): Promise<string[]> => page.evaluate<string[]>('[...window.moved]');

/** How the ground of the button that is held now moves. */
const fillOf = (page: Page): Promise<string> =>
  page.evaluate<string>(`(() => {
    const { transitionDuration, transitionTimingFunction } = getComputedStyle(document.activeElement, '::after');
    return transitionDuration + ' ' + transitionTimingFunction;
  })()`);

/** Runs in the page: whether the button that is held now is filled by a fifth or more. */
const IS_PART_FULL = `Number(/^matrix\\(([\\d.]+)/.exec(getComputedStyle(document.activeElement, '::after').transform)?.[1] ?? 1) >= 0.2`;

/** Opens Stop, holds its first stage while the page's own clock stands still, looks, and lets go. */
async function whileHolding<T>(page: Page, look: () => Promise<T>): Promise<T> {
  await page.keyboard.press('Shift+S');
  await page.keyboard.press('Tab');
  await stopClock(page);
  await page.keyboard.down('Enter');
  await page.locator('.hold.holding').waitFor();
  const seen = await look();
  await page.keyboard.up('Enter');
  await page.locator('.hold.holding').waitFor({ state: 'detached' });
  await page.clock.resume();
  return seen;
}

describe('a system that asks for less motion', () => {
  it('sees none on any page, and how long a button is held in three steps', async (context) => {
    const { page, faults } = await demo.openWithClock(context, { reducedMotion: 'reduce' });
    await page.evaluate(WATCH);
    for (const { name } of PAGES) {
      await goTo(page, name);
      await page.locator('main .panel').first().waitFor();
    }
    expect(await whileHolding(page, () => fillOf(page))).toBe('1.5s steps(3)');
    expect(await moved(page)).toEqual([]);
    await alive(page, 'Running');
    expect(faults).toEqual([]);
  });

  it('while any other one sees the button fill and empty', async (context) => {
    const { page } = await demo.openWithClock(context, { reducedMotion: 'no-preference' });
    await page.evaluate(WATCH);
    const fill = await whileHolding(page, async () => {
      // What has not begun to fill has nothing to empty.
      await until(() => page.evaluate<boolean>(IS_PART_FULL));
      return fillOf(page);
    });
    expect(fill).toBe('1.5s linear');
    await until(async () => (await moved(page)).includes('hold ::after transform'));
  });
});

/** Runs in the page: which of these tokens' colours are in a chart, at more than a few points. */
const DRAWN = `(() => {
  const counts = new Map();
  for (const canvas of document.querySelectorAll('main canvas')) {
    if (canvas.width === 0 || canvas.height === 0) continue;
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    for (let i = 0; i < data.length; i += 4) {
      const colour = 'rgb(' + data[i] + ', ' + data[i + 1] + ', ' + data[i + 2] + ')';
      if (data[i + 3] === 255) counts.set(colour, (counts.get(colour) ?? 0) + 1);
    }
  }
  const probe = document.body.appendChild(document.createElement('span'));
  const drawn = ['buy', 'sell'].filter((token) => {
    probe.style.cssText = 'forced-color-adjust:none;color:var(--' + token + ')';
    return (counts.get(getComputedStyle(probe).color) ?? 0) > 10;
  });
  probe.remove();
  return drawn;
})()`;

describe.each(['light', 'dark'] as const)('a system with its own colours, %s', (colorScheme) => {
  const look = { colorScheme, forcedColors: 'active', viewport: { width: 1440, height: 900 } } as const;

  it('sees every page whole and accessible', async (context) => {
    const { page, faults } = await demo.open(context, look);
    expect(await page.evaluate(`matchMedia('(forced-colors: active)').matches`)).toBe(true);
    for (const { name } of PAGES) {
      await goTo(page, name);
      await page.locator('main .panel').first().waitFor();
      await expectAccessible(page);
      await expectNoOverflow(page);
    }
    expect(faults).toEqual([]);
  });

  it('sees which candles rise and which fall', async (context) => {
    const { page } = await demo.open(context, look);
    await goTo(page, 'market/BTC%2FEUR');
    await until(async () => (await page.evaluate<string[]>(DRAWN)).length === 2);
    expect(await page.evaluate<string[]>(DRAWN)).toEqual(['buy', 'sell']);
  });

  it('sees how long a button has been held', async (context) => {
    const { page } = await demo.openWithClock(context, look);
    const grounds = `[undefined, '::after'].map((part) => getComputedStyle(document.activeElement, part).backgroundColor)`;
    const [ground, fill] = await whileHolding(page, () => page.evaluate<string[]>(grounds));
    expect(fill).not.toBe(ground);
  });
});
