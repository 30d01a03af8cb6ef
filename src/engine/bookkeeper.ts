import type { Conversion } from '../model/conversion.ts';
import type { Fill } from '../model/fill.ts';
import type { EngineState } from './engineState.ts';
import { positionAfterConversion, positionAfterFill } from './portfolio.ts';

/** How many ids of fills and conversions are kept, so that none is booked twice. */
const IDS_KEPT = 100_000;

/** Books what was executed on the positions, each execution once however often it is told. */
export class Bookkeeper {
  readonly #state: EngineState;
  readonly #booked = new Set<string>();
  /** The same as a ring, so that the oldest is found. */
  readonly #ring: string[] = [];
  #oldest = 0;

  constructor(state: EngineState) {
    this.#state = state;
  }

  /** Books what earlier lives executed, in the order in which it happened. */
  restore(fills: readonly Fill[], conversions: readonly Conversion[]): void {
    const history = [
      ...fills.map((fill) => ({ at: fill.tradedAt, book: () => this.fill(fill) })),
      ...conversions.map((conversion) => ({ at: conversion.executedAt, book: () => this.conversion(conversion, conversion.strategy) })),
    ];
    for (const { book } of history.sort((a, b) => a.at - b.at)) book();
  }

  isBooked(fill: Fill): boolean {
    return this.#booked.has(`fill ${fill.id}`);
  }

  /** False when it was booked before. */
  fill(fill: Fill): boolean {
    if (!this.#isNew(`fill ${fill.id}`)) return false;
    const run = fill.strategy === undefined ? undefined : this.#state.runs.get(fill.strategy);
    if (run !== undefined && run.symbol === fill.symbol) {
      this.#state.positions.set(run.name, positionAfterFill(this.#state.positionOf(run.name), fill));
    }
    return true;
  }

  /** False when it was booked before. */
  conversion(conversion: Conversion, strategy: string | undefined): boolean {
    if (!this.#isNew(`conversion ${conversion.id}`)) return false;
    const run = strategy === undefined ? undefined : this.#state.runs.get(strategy);
    if (run !== undefined) {
      this.#state.positions.set(run.name, positionAfterConversion(this.#state.positionOf(run.name), run.symbol, conversion));
    }
    return true;
  }

  #isNew(key: string): boolean {
    if (this.#booked.has(key)) return false;
    this.#booked.add(key);
    if (this.#ring.length < IDS_KEPT) this.#ring.push(key);
    else {
      this.#booked.delete(this.#ring[this.#oldest]!);
      this.#ring[this.#oldest] = key;
      this.#oldest = (this.#oldest + 1) % IDS_KEPT;
    }
    return true;
  }
}
