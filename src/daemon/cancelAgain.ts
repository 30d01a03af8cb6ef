/** What to do about a cancel of which nobody knows whether it took. */
export const CANCEL_AGAIN =
  '`sluice orders list` shows what is open; a cancel may be repeated, and of an order that is not there the venue refuses it';
