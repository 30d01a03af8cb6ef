const KEY = 'sluice-theme';

/** Sets the theme that was chosen last on this machine; without one, the system's holds. */
export function restoreTheme(): void {
  const chosen = storage()?.getItem(KEY);
  if (chosen === 'dark' || chosen === 'light') document.documentElement.dataset['theme'] = chosen;
}

/** From light to dark and back. */
export function switchTheme(): void {
  const root = document.documentElement;
  const isDark = (root.dataset['theme'] ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';
  const next = isDark ? 'light' : 'dark';
  root.dataset['theme'] = next;
  storage()?.setItem(KEY, next);
  root.dispatchEvent(new Event('themechange'));
}

/** Undefined where the browser keeps nothing. */
function storage(): Storage | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}
