/** Where two rounded sums differ by less than this share of all their terms, the exact sums decide. */
export const DOUBT = 1e-9;

/** Whether rounded sums show that one number is below another. `size` is what all their terms add up to, without their signs. */
export function isFarBelow(less: number, more: number, size: number): boolean {
  // No comparison with NaN is true.
  return less < more - size * DOUBT;
}
