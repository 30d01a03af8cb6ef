import { keyStep, type KeyAction } from '../pure/keys.ts';
import { copy } from './copy.ts';
import { goTo } from './place.ts';
import { switchTheme } from './theme.ts';

export interface KeyTargets {
  readonly openStop: () => void;
  readonly openKeys: () => void;
}

/** Listens to the keys of the whole page. */
export function listenToKeys(targets: KeyTargets): void {
  let afterG = false;
  addEventListener('keydown', (event) => {
    // Something on the page has taken it, such as the menu that Escape closes.
    if (event.defaultPrevented) return;
    const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
    const { key, ctrlKey, altKey, metaKey, shiftKey } = event;
    const step = keyStep({ key, ctrlKey, altKey, metaKey, shiftKey, isTyping, isOnRow: event.target === currentRow() }, afterG);
    afterG = step.afterG;
    // A key that is still held, such as for a hold that is over, opens nothing.
    if (step.action === undefined || (event.repeat && step.action.type === 'open')) return;
    if (step.action.type !== 'close') event.preventDefault();
    perform(step.action, targets);
  });
}

function perform(action: KeyAction, { openStop, openKeys }: KeyTargets): void {
  switch (action.type) {
    case 'go':
      goTo({ page: action.page });
      return;
    case 'row':
      moveRow(action.by);
      return;
    case 'range':
      document.querySelectorAll<HTMLElement>('main .seg')[0]?.querySelectorAll<HTMLElement>('a, button')[action.index]?.click();
      return;
    case 'search':
      document.querySelector<HTMLElement>('main input[type=search]')?.focus();
      return;
    case 'copy-command':
      copyFrom('data-command');
      return;
    case 'copy-exact':
      copyFrom('data-exact');
      return;
    case 'actions':
      currentRow()?.querySelector<HTMLElement>('button:not([disabled]), a')?.focus();
      return;
    case 'open':
      currentRow()?.querySelector<HTMLElement>('a')?.click();
      return;
    case 'theme':
      switchTheme();
      return;
    case 'close':
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      return;
    case 'keys':
      openKeys();
      return;
    case 'stop':
      openStop();
  }
}

function rows(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('main [data-row]')];
}

function currentRow(): HTMLElement | undefined {
  return document.activeElement?.closest<HTMLElement>('[data-row]') ?? undefined;
}

function moveRow(by: 1 | -1): void {
  const all = rows();
  const current = currentRow();
  const at = current === undefined ? (by === 1 ? 0 : all.length - 1) : all.indexOf(current) + by;
  all[Math.max(0, Math.min(all.length - 1, at))]?.focus();
}

/** The row with the focus first, then the first panel of the page. */
function copyFrom(attribute: 'data-command' | 'data-exact'): void {
  const found = currentRow()?.getAttribute(attribute) ?? document.querySelector(`main [${attribute}]`)?.getAttribute(attribute);
  if (found !== null && found !== undefined && found !== '') void copy(found);
}
