import type { Farm } from '../../../src/research/farm/openFarm.ts';

/** The process ids of the workers that are at a pass of a sweep now. */
export async function passHolders({ redis }: Pick<Farm, 'redis'>, run: string): Promise<ReadonlySet<number>> {
  const key = `sluice-farm:${run}`;
  const passes = await redis.lrange(`${key}:active`, 0, -1);
  if (passes.length === 0) return new Set();
  const locks = await redis.mget(passes.map((id) => `${key}:${id}:lock`));
  // Such a lock has the worker's id and its seat.
  return new Set(
    locks.flatMap(
      (lock) =>
        /-(\d+)(?:-[0-9a-f]{8})?\.\d+$/
          .exec(lock ?? '')
          ?.slice(1)
          .map(Number) ?? [],
    ),
  );
}
