import { SESSION_KEY_HEADER } from '../../src/control/contract/sessionKey.ts';

const NAME = 'sluice-session-key';

/** Where the browser keeps nothing for pages, the key lasts as long as this page. */
let held: string | undefined;

/** Keeps the key of the session for this page's own origin, over reloads and in other tabs too. */
export function keepKey(key: string): void {
  held = key;
  try {
    localStorage.setItem(NAME, key);
  } catch {
    // Then a reload needs a new link.
  }
}

/** What goes along with each request. */
export function keyHeader(): Readonly<Record<string, string>> {
  const key = stored() ?? held;
  return key === undefined ? {} : { [SESSION_KEY_HEADER]: key };
}

function stored(): string | undefined {
  try {
    return localStorage.getItem(NAME) ?? undefined;
  } catch {
    return undefined;
  }
}
