/** Soon at first, then seldom enough that a busy machine gets on with what is waited for. */
const FIRST_WAIT_MS = 1;
const MOST_WAIT_MS = 50;

/**
 * Looks again and again until what it sees holds, and gives that back. Only the runner's own limit ends it, so a slow machine takes
 * longer and fails nothing.
 */
export async function until<T>(look: () => T | Promise<T>, holds: (value: T) => boolean = Boolean): Promise<T> {
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, MOST_WAIT_MS)) {
    const value = await look();
    if (holds(value)) return value;
    await new Promise((resolve) => {
      setTimeout(resolve, waitMs);
    });
  }
}
