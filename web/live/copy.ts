import { say, sayFailure } from './said.ts';

/** Copies a command or a value, and says so. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    say(`Copied: ${text}`);
    return true;
  } catch {
    sayFailure(`The browser did not let the page copy. This is the text: ${text}`);
    return false;
  }
}
