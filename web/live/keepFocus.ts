/** What may take the focus of something inside it. */
const HOLDERS = '[data-row], .sheet, .panel, main';

/**
 * When what has the focus goes away or can't be pressed any more, what is around it takes the focus: its row, its panel, the page. Else it
 * falls to the document, and whoever uses the keyboard begins at the top. Whoever presses Escape or points elsewhere leaves it by intent.
 */
export function keepFocus(): void {
  let last: readonly HTMLElement[] = [];
  addEventListener('focusin', ({ target }) => {
    last = [];
    for (let one = target as HTMLElement | null | undefined; one; one = one.parentElement?.closest<HTMLElement>(HOLDERS))
      last = [...last, one];
  });
  const forget = ({ target }: Event): void => {
    if (!document.activeElement?.contains(target as Node)) last = [];
  };
  addEventListener('pointerdown', forget, true);
  addEventListener('keydown', ({ key }) => key === 'Escape' && (last = []), true);
  new MutationObserver(() => {
    const active = document.activeElement;
    const [on, ...around] = last;
    if (on === undefined || (on.isConnected && !on.matches(':disabled')) || (active !== document.body && active !== on)) return;
    const holder = around.find(({ isConnected }) => isConnected) ?? document.querySelector('main');
    holder?.setAttribute('tabindex', '-1');
    holder?.focus({ preventScroll: true });
  }).observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
}
