/** What may take the focus of something inside it. */
const HOLDERS = '[data-row], .sheet, dialog, .panel, main';

/** Something that had the focus, and where it stood. */
interface Focused {
  readonly on: HTMLElement;
  readonly holders: readonly Element[];
  /** The rows beside it, in their order, and its own place in them. */
  readonly rows: readonly Element[];
  readonly row: number;
}

/**
 * When what has the focus goes away or can't be pressed any more, what is around it takes the focus: its row or the one in its place, its
 * panel, the page. Else it falls to the document, and whoever uses the keyboard begins at the top. Once it can be pressed again it has the
 * focus back. Whoever presses Escape or points elsewhere leaves it by intent.
 */
export function keepFocus(): void {
  let last: Focused | undefined;
  let lent: HTMLElement | undefined;
  addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement) || target === lent) return;
    [last, lent] = [focusedOn(target), undefined];
  });
  const forget = (): void => void ([last, lent] = [undefined, undefined]);
  addEventListener(
    'pointerdown',
    ({ target }) => {
      if (!(target instanceof Node && document.activeElement?.contains(target) === true)) forget();
    },
    true,
  );
  addEventListener('keydown', ({ key }) => key === 'Escape' && forget(), true);
  const mend = (): void => {
    const active = document.activeElement;
    if (last === undefined || (active !== null && active !== document.body && active !== last.on && active !== lent)) return;
    if (canHaveFocus(last.on)) {
      if (lent !== undefined) last.on.focus({ preventScroll: true });
      return;
    }
    if (lent?.isConnected === true && active === lent) return;
    lent = holderOf(last);
    lent?.focus({ preventScroll: true });
  };
  new MutationObserver(mend).observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
}

function focusedOn(on: HTMLElement): Focused {
  const holders: Element[] = [];
  for (let one = on.closest(HOLDERS); one !== null; one = one.parentElement?.closest(HOLDERS) ?? null) holders.push(one);
  const row = on.closest('[data-row]');
  const rows = [...(row?.parentElement?.children ?? [])];
  return { on, holders, rows, row: row === null ? -1 : rows.indexOf(row) };
}

function canHaveFocus(one: HTMLElement): boolean {
  return one.isConnected && !one.matches(':disabled');
}

/** The next thing around it that is still there. */
function holderOf({ on, holders, rows, row }: Focused): HTMLElement | undefined {
  const beside = [...rows.slice(row + 1), ...rows.slice(0, Math.max(0, row)).toReversed()];
  const own = holders.filter((one) => one.matches('[data-row]'));
  const rest = holders.filter((one) => !one.matches('[data-row]'));
  const found = [...own, ...beside, ...rest, document.querySelector('main')].find((one) => one !== on && one?.isConnected === true);
  if (!(found instanceof HTMLElement)) return undefined;
  if (found.tabIndex < 0) found.tabIndex = -1;
  return found;
}
