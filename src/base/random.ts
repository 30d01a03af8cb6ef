/** Chance as a port: seeded in simulations and backtests, so that a run can be repeated. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
  /** A whole number, uniform in [0, below), for `below` up to 2^32. */
  int(below: number): number;
  /** Normal, mean 0 and deviation 1. */
  normal(): number;
}

/** A seeded generator (sfc32, 128 bits of state). The same seed gives the same numbers on every machine. */
export function seededRandom(seed: number | string): Random {
  const words = Int32Array.from(scatter(String(seed)));
  // The result fits in a register; a fraction would be boxed when it is returned.
  const word = (): number => {
    const b = words[1]!;
    const c = words[2]!;
    const d = words[3]!;
    const t = (((words[0]! + b) | 0) + d) | 0;
    words[3] = (d + 1) | 0;
    words[0] = b ^ (b >>> 9);
    words[1] = (c + (c << 3)) | 0;
    words[2] = (((c << 21) | (c >>> 11)) + t) | 0;
    return t;
  };
  const next = (): number => (word() >>> 0) / 4_294_967_296;
  for (let i = 0; i < 16; i++) word();
  return {
    next,
    int: (below) => Math.floor(((word() >>> 0) / 4_294_967_296) * below),
    // The sum of twelve uniform numbers is near enough to normal. It is the same to the last bit on every machine, since it needs
    // no Math.log or cos.
    normal: () => {
      let sum = -6.0;
      for (let i = 0; i < 12; i++) sum += next();
      return sum;
    },
  };
}

/** Spreads a seed text over four words (FNV-1a with four starting values). */
function scatter(text: string): [number, number, number, number] {
  const words = [0x811c9dc5, 0x9e3779b9, 0x85ebca6b, 0xc2b2ae35].map((start) => {
    let hash = start | 0;
    for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
    return hash ^ (hash >>> 15);
  });
  return words as [number, number, number, number];
}
