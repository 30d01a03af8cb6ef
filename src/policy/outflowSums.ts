import { type Decimal, ZERO } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import type { Destination } from '../model/move.ts';
import { plainAddress } from '../model/plainAddress.ts';
import type { WindowScope } from './policy.ts';
import type { Outflow } from './policyRequest.ts';

type Sums = ReadonlyMap<string, Decimal>;
type Scoped = Pick<Outflow, 'currency' | 'destination' | 'initiator'>;

/**
 * What has left, added up by currency. What is dated later than now counts as now, so that a clock that goes back forgets nothing.
 */
export class OutflowSums {
  readonly #now: Instant;
  readonly #all: Outflow[];
  readonly #byScope = new Map<string, Outflow[]>();
  readonly #sums = new Map<string, Map<number, Map<string, Decimal>>>();
  #isSorted = false;

  constructor(outflows: readonly Outflow[], now: Instant) {
    this.#all = [...outflows];
    this.#now = now;
  }

  /** What left in the time, in the scope of this one: the amounts by currency. What left exactly `last` ago is out of it. */
  within(last: number | 'lifetime', per: WindowScope, of: Scoped): Sums {
    const scope = scopeOf(per, of);
    const length = last === 'lifetime' ? Infinity : last;
    const known = entryOf(this.#sums, scope, () => new Map<number, Map<string, Decimal>>());
    return entryOf(known, length, () => this.#added(scope, length));
  }

  /** Counts one more, which is sent now. */
  add(outflow: Outflow): void {
    this.#all.push(outflow);
    if (!this.#isSorted) return;
    for (const scope of scopesOf(outflow)) {
      entryOf(this.#byScope, scope, () => []).push(outflow);
      for (const sums of this.#sums.get(scope)?.values() ?? []) addTo(sums, outflow);
    }
  }

  #added(scope: string, length: number): Map<string, Decimal> {
    this.#sort();
    const sums = new Map<string, Decimal>();
    for (const outflow of this.#byScope.get(scope) ?? []) if (outflow.at > this.#now - length) addTo(sums, outflow);
    return sums;
  }

  #sort(): void {
    if (this.#isSorted) return;
    for (const outflow of this.#all) for (const scope of scopesOf(outflow)) entryOf(this.#byScope, scope, () => []).push(outflow);
    this.#isSorted = true;
  }
}

const SCOPES: readonly WindowScope[] = ['currency', 'destination', 'initiator', 'everything'];

function scopesOf(outflow: Outflow): readonly string[] {
  const { otherName } = outflow;
  const also = otherName === undefined ? [] : [scopeOf('initiator', { ...outflow, initiator: otherName })];
  return [...SCOPES.map((per) => scopeOf(per, outflow)), ...also];
}

function scopeOf(per: WindowScope, { currency, destination, initiator }: Scoped): string {
  switch (per) {
    case 'currency':
      return `currency ${currency}`;
    case 'destination':
      return `destination ${destinationKey(destination)}`;
    case 'initiator':
      return `initiator ${initiator}`;
    case 'everything':
      return per;
  }
}

/** Conversions and refunds name no destination: all of them are one. An entry that is asked for anew in other letters is the same place. */
function destinationKey(destination: Destination | undefined): string {
  if (destination === undefined) return 'none';
  const { currency, network, address, tag } = destination;
  return JSON.stringify([currency, network, plainAddress(address), tag ?? null]);
}

function addTo(sums: Map<string, Decimal>, { currency, amount }: Outflow): void {
  sums.set(currency, (sums.get(currency) ?? ZERO).plus(amount));
}

function entryOf<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
