import type { Farm } from '../../../src/research/farm/openFarm.ts';

/** What has become of a pass. */
export interface PassEvent {
  /** Those of all sweeps of a Redis are in order by it. */
  readonly order: number;
  /** `active` when a worker takes it, `stalled` when it was lost with its worker, `completed`. */
  readonly event: string;
}

const COUNTED = 1_000_000;

/** What BullMQ has written down of a sweep's passes, in order, until the sweep is withdrawn. */
export async function passEvents({ redis }: Pick<Farm, 'redis'>, run: string): Promise<readonly PassEvent[]> {
  const entries = await redis.xrange(`sluice-farm:${run}:events`, '-', '+');
  return entries.map(([id, fields]) => {
    const [ms, number] = id.split('-').map(Number) as [number, number];
    return { order: ms + number / COUNTED, event: fields[fields.indexOf('event') + 1]! };
  });
}
