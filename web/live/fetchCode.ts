import { effect } from '@preact/signals';
import { steadyNow } from './now.ts';
import { contact } from './told.ts';

const GONE =
  'this part of the page could not be fetched. Load the dashboard again: after an update its old files are gone, and some browsers ask for each file only once';

/**
 * Fetches a part of the page's code. Where that fails it is tried once more when the daemon has been heard again, so that a page whose line was cut
 * is whole in the end. Rejects when that fails, too: after an update its old files are gone, and older browsers remember what has failed.
 */
export async function fetchCode<T>(fetch: () => Promise<T>): Promise<T> {
  try {
    return await fetch();
  } catch {
    await heardAfter(steadyNow());
    return fetch().catch((error: unknown) => {
      throw new Error(GONE, { cause: error });
    });
  }
}

/** Waits until the daemon is heard, later than at a time of the page's own clock. */
function heardAfter(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = effect(() => {
      if ((contact.value.heardAt ?? -Infinity) <= ms) return;
      resolve();
      queueMicrotask(() => end());
    });
  });
}
