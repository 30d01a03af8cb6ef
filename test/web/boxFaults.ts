import type { Page } from 'playwright-core';

/** Everything in the page that a person must press or read in full, and what is wrong with its box. Commands to copy may end in dots. */
const FAULTS = `(() => {
  const shown = (one) => one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 1;
  const told = (one) => (one.getAttribute('aria-label') ?? one.textContent).trim().slice(0, 60);
  const found = [];
  for (const one of document.querySelectorAll(':is(main, .sheet) :is(a, button, input, select, summary, .badge):not(.cmd)')) {
    if (!shown(one)) continue;
    const { left, right } = one.getBoundingClientRect();
    const around = one.closest('.panel, .sheet, .banner, main').getBoundingClientRect();
    const out = Math.round(Math.max(right - around.right, around.left - left));
    if (out > 0) found.push(told(one) + ': ' + out + ' px outside its panel');
    for (let box = one.parentElement; box !== null && !box.matches('.panel, .sheet, main'); box = box.parentElement) {
      if (getComputedStyle(box).overflowX === 'visible') continue;
      const clip = box.getBoundingClientRect();
      if (Math.max(right - clip.right, clip.left - left) > 1) found.push(told(one) + ': cut by .' + box.className);
    }
  }
  for (const one of document.querySelectorAll(':is(main, .sheet, .top, .tabs) :is(.btn, .hold, .badge, .v, .v b, .seg > *, .stat b, .tabs > *)')) {
    if (!shown(one)) continue;
    const text = document.createRange();
    text.selectNodeContents(one);
    const silent = one.querySelector('.sr');
    if (silent !== null) text.setEndBefore(silent);
    const [label, box] = [text.getBoundingClientRect(), one.getBoundingClientRect()];
    const cut = Math.max(box.left - label.left, label.right - box.right, box.top - label.top, label.bottom - box.bottom);
    if (cut > 1 && getComputedStyle(one).display !== 'inline') found.push(told(one) + ': its label is cut by ' + Math.round(cut) + ' px');
  }
  for (const name of document.querySelectorAll('.kv dt')) {
    if (!shown(name)) continue;
    const [label, value] = [name, name.nextElementSibling].map((one) => {
      const text = document.createRange();
      text.selectNodeContents(one);
      return text.getBoundingClientRect();
    });
    const lines = Math.round(label.height / parseFloat(getComputedStyle(name).lineHeight));
    // No comparison with NaN is true: a height that is not known is a fault too.
    if (!(lines <= 2)) found.push(told(name) + ': in ' + lines + ' lines');
    if (value.width > 0 && value.left - label.right < 8) found.push(told(name) + ': touches its value');
  }
  return [...new Set(found)];
})()`;

/** What lies outside its panel or is cut, on the page as it stands. */
export function boxFaults(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(FAULTS);
}
