import { median } from './harness.ts';

/**
 * A canary for the compiler. In Node 26, a nested loop whose float sums start from the integer literal 0 is several times slower
 * than one that starts from a float, so our hot loops start from a float. When this prints about 1 after an upgrade of Node, that
 * is no longer needed. There is no target.
 */
const SNAPSHOTS = 20_000;
const LEVELS = 100;
const values = Float64Array.from({ length: SNAPSHOTS * LEVELS }, (_, i) => (i % 97) + 0.25);
const ZERO = new Float64Array(1);

function fromInteger(): number {
  let most = 0;
  for (let i = 0; i < SNAPSHOTS; i++) {
    let sum = 0;
    for (let level = 0; level < LEVELS; level++) sum += values[i * LEVELS + level]!;
    if (sum > most) most = sum;
  }
  return most;
}

function fromFloat(): number {
  let most = ZERO[0]!;
  for (let i = 0; i < SNAPSHOTS; i++) {
    let sum = ZERO[0]!;
    for (let level = 0; level < LEVELS; level++) sum += values[i * LEVELS + level]!;
    if (sum > most) most = sum;
  }
  return most;
}

function timed(work: () => number): number {
  const begun = process.cpuUsage();
  work();
  return process.cpuUsage(begun).user;
}

if (fromInteger() !== fromFloat()) throw new Error('the sums differ');
for (let i = 0; i < 20; i++) {
  fromInteger();
  fromFloat();
}
const ratios = Array.from({ length: 15 }, () => timed(fromInteger) / timed(fromFloat)).toSorted((a, b) => a - b);
console.log(`Sums of ${LEVELS} levels (Node ${process.version}, median of alternating rounds)`);
console.table([
  { 'from 0, times as slow as from a float': median(ratios).toFixed(2), range: `${ratios[0]!.toFixed(2)} to ${ratios.at(-1)!.toFixed(2)}` },
]);
