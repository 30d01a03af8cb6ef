/** The colour that a token has now, as a canvas can use it. Colours that a system forces on text would fill a canvas with that of text. */
export function colourOf(token: string): string {
  const probe = document.createElement('span');
  probe.style.cssText = `forced-color-adjust:none;color:var(--${token})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** Calls back when the theme changes, by the page or by the system. Returns what ends that. */
export function onThemeChange(changed: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const root = document.documentElement;
  system.addEventListener('change', changed);
  root.addEventListener('themechange', changed);
  return () => {
    system.removeEventListener('change', changed);
    root.removeEventListener('themechange', changed);
  };
}
