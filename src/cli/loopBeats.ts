/** The places in what a loop and the worker that watches it share: how often the loop has turned. */
export const LOOP_BEATS = 0;
/** Whether a debugger may hold it. */
export const LOOP_DEBUGGED = 1;
