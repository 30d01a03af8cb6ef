/** The standard normal distribution function, to about 15 digits. */
export function normalCdf(z: number): number {
  if (z < 0) return 0.5 * upperErf(-z / Math.SQRT2);
  return 1 - 0.5 * upperErf(z / Math.SQRT2);
}

/** The inverse of `normalCdf`, to about 14 digits. Infinite at 0 and 1. */
export function normalQuantile(share: number): number {
  if (share <= 0) return -Infinity;
  if (share >= 1) return Infinity;
  if (share > 0.5) return -normalQuantile(1 - share);
  let z = firstGuess(share);
  for (let round = 0; round < 4; round += 1) {
    const error = (normalCdf(z) - share) * Math.sqrt(2 * Math.PI) * Math.exp((z * z) / 2);
    z -= error / (1 + (z * error) / 2);
  }
  return z;
}

/** Abramowitz and Stegun 26.2.23, which is off by at most 4.5e-4. Four steps of Halley's method correct that. */
function firstGuess(share: number): number {
  const t = Math.sqrt(-2 * Math.log(share));
  return (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308))) - t;
}

/** The complementary error function for x >= 0: a series of positive terms below 2, and a continued fraction above. */
function upperErf(x: number): number {
  if (x < 2) {
    let term = x;
    let total = x;
    for (let n = 1; term > total * 1e-17; n += 1) {
      term *= (2 * x * x) / (2 * n + 1);
      total += term;
    }
    return 1 - (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * total;
  }
  let tail = x;
  // It converges sooner for larger x. More terms would change no digit.
  for (let n = 8 + Math.ceil(400 / (x * x)); n >= 1; n -= 1) tail = x + n / 2 / tail;
  return Math.exp(-x * x) / (Math.sqrt(Math.PI) * tail);
}
