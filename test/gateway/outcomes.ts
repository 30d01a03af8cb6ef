import { dec } from '../../src/base/decimal.ts';
import type { OrderBench } from './orderBench.ts';

export async function stateOf({ store }: OrderBench, intentId: string): Promise<string | undefined> {
  return (await store.journal.get(intentId))?.state;
}

/** Rounds until the intent is settled, at most so long. Answers how long it took. */
export async function untilSettled(bench: OrderBench, intentId: string, mostMs: number): Promise<number> {
  const since = bench.clock.now();
  while (['unknown', 'sending'].includes((await stateOf(bench, intentId))!) && bench.clock.now() - since < mostMs)
    await bench.rounds(1, 1000);
  return bench.clock.now() - since;
}

/** Orders of another lane that are acknowledged: the lists are measured on them, and they show that the lists are alive. */
export async function others(bench: OrderBench, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    await bench.run(bench.place({ symbol: 'ETH/EUR', amount: dec(`0.0${100 + i}`), price: dec('1000') }));
    await bench.round();
  }
}
