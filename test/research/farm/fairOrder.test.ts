import { expect, it } from 'vitest';
import { fairOrder } from '../../../src/research/farm/fairOrder.ts';
import type { ListedSweep } from '../../../src/research/farm/farmRegistry.ts';

const sweep = (run: string, owner: string, waiting: number, active: number): ListedSweep => ({ run, owner, waiting, active });
const NOBODY: ReadonlyMap<string, number> = new Map();

it('serves first who has the least under way, all sweeps of a person together', () => {
  const sweeps = [sweep('a1', 'ann', 9, 2), sweep('a2', 'ann', 9, 0), sweep('b1', 'bob', 9, 1)];
  expect(fairOrder(sweeps, NOBODY)).toEqual(['b1', 'a2', 'a1']);
});

it('leaves out what has nothing to do, and counts it all the same', () => {
  expect(fairOrder([sweep('a1', 'ann', 0, 3), sweep('a2', 'ann', 5, 0), sweep('b1', 'bob', 5, 2)], NOBODY)).toEqual(['b1', 'a2']);
});

it('goes round among equal ones', () => {
  const sweeps = ['c', 'a', 'b'].map((run) => sweep(run, run, 5, 0));
  expect(fairOrder(sweeps, NOBODY)).toEqual(['a', 'b', 'c']);
  expect(fairOrder(sweeps, new Map([['a', 0]]))).toEqual(['b', 'c', 'a']);
  expect(fairOrder(sweeps, new Map([['c', 0]]))).toEqual(['a', 'b', 'c']);
});

it('gives two people the same number of threads, however many sweeps each has', () => {
  const sweeps = [
    { ...sweep('a1', 'ann', 99, 0) },
    { ...sweep('a2', 'ann', 99, 0) },
    { ...sweep('a3', 'ann', 99, 0) },
    { ...sweep('b1', 'bob', 99, 0) },
  ];
  const counts = new Map<string, number>();
  for (let thread = 0; thread < 12; thread++) {
    const [run] = fairOrder(
      sweeps.map((each) => ({ ...each, active: counts.get(each.run) ?? 0 })),
      NOBODY,
    );
    counts.set(run!, (counts.get(run!) ?? 0) + 1);
  }
  expect(Object.fromEntries(counts)).toEqual({ a1: 2, a2: 2, a3: 2, b1: 6 });
});

it('gives two people turns, and not their sweeps, when one thread is all there is', () => {
  const sweeps = [sweep('a1', 'ann', 99, 0), sweep('a2', 'ann', 99, 0), sweep('a3', 'ann', 99, 0), sweep('b1', 'bob', 99, 0)];
  const served = new Map<string, number>();
  const order = Array.from({ length: 8 }, (_, turn) => {
    const [run] = fairOrder(sweeps, served);
    served.set(run!, turn);
    return run;
  });
  expect(order).toEqual(['a1', 'b1', 'a2', 'b1', 'a3', 'b1', 'a1', 'b1']);
});
