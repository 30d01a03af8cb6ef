import { type OwnerlessTrades, ownerlessTrades } from '../gateway/ownerlessTrades.ts';

/** What recoveries have booked and what belongs to no strategy, as it was at the last look. */
export class Ownerless {
  readonly #store: Parameters<typeof ownerlessTrades>[0];
  #left: readonly OwnerlessTrades[] = [];

  constructor(store: Parameters<typeof ownerlessTrades>[0]) {
    this.#store = store;
  }

  get left(): readonly OwnerlessTrades[] {
    return this.#left;
  }

  async look(): Promise<void> {
    this.#left = await ownerlessTrades(this.#store);
  }
}
