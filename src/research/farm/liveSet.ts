import type { Farm } from './openFarm.ts';

/** Entries in Redis that vanish by themselves when their owner no longer keeps them. */
export class LiveSet {
  readonly #redis: Farm['redis'];
  readonly #key: string;
  readonly #ttlMs: number;

  constructor({ redis }: Pick<Farm, 'redis'>, name: string, ttlMs: number) {
    this.#redis = redis;
    this.#key = `sluice-farm-${name}`;
    this.#ttlMs = ttlMs;
  }

  /** To be called again and again, well before the time is up. */
  async keep(id: string, value: string): Promise<void> {
    // First the value, so that nobody takes the entry for a dead one.
    await this.#redis.set(this.#entry(id), value, 'PX', this.#ttlMs);
    await this.#redis.sadd(this.#key, id);
  }

  async drop(id: string): Promise<void> {
    await this.#redis.srem(this.#key, id);
    await this.#redis.del(this.#entry(id));
  }

  /** The values by id. Undefined for an entry that nobody keeps any more. */
  async all(): Promise<ReadonlyMap<string, string | undefined>> {
    const ids = (await this.#redis.smembers(this.#key)).toSorted();
    if (ids.length === 0) return new Map();
    const values = await this.#redis.mget(ids.map((id) => this.#entry(id)));
    return new Map(ids.map((id, i) => [id, values[i] ?? undefined]));
  }

  #entry(id: string): string {
    return `${this.#key}:${id}`;
  }
}
