/** How long to wait before a failed cancel is tried again. Most often the order is gone, and the lists will show it sooner. */
export const CANCEL_AGAIN_MS = 3000;
/** The wait doubles with each failed cancel up to this time, since an order that is over may stay in doubt for long. */
const MOST_CANCEL_AGAIN_MS = 60_000;
/** How long to wait before an accepted cancel is sent again, when the order is still there. */
export const CANCEL_LOST_MS = 15_000;

/** How long to wait after so many cancels in a row that have failed. */
export function cancelAgainMs(failed: number): number {
  return Math.min(MOST_CANCEL_AGAIN_MS, CANCEL_AGAIN_MS * 2 ** Math.max(0, failed - 1));
}
