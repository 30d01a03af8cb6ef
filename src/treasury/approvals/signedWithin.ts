/** An order or a decision is signed right before it is sent. Clocks of two machines may be so far apart. */
export const SIGNED_WITHIN_MS = 900_000;
