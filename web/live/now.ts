import { signal } from '@preact/signals';

/** Ages on the page grow four times a second. */
const STEP_MS = 250;

/** The page's own clock, which only goes forward, in milliseconds. */
export function steadyNow(): number {
  return performance.now();
}

/** `steadyNow`, as the page shows it. */
export const now = signal(steadyNow());

setInterval(() => {
  now.value = steadyNow();
}, STEP_MS);
