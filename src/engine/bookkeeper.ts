import type { Conversion } from '../model/conversion.ts';
import type { Fill } from '../model/fill.ts';
import type { EngineState } from './engineState.ts';
import { positionAfterConversion, positionAfterFill } from './portfolio.ts';
import { RecentIds } from './recentIds.ts';

/** Books what was executed on the positions, each execution once however often it is told. */
export class Bookkeeper {
  readonly #state: EngineState;
  /** So that none is booked twice. What is told again was told lately. */
  readonly #fills = new RecentIds();
  readonly #conversions = new RecentIds();

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
    return this.#fills.has(fill.id);
  }

  /** False when it was booked before. */
  fill(fill: Fill): boolean {
    if (!this.#fills.add(fill.id)) return false;
    const run = fill.strategy === undefined ? undefined : this.#state.runs.get(fill.strategy);
    if (run !== undefined && run.symbol === fill.symbol) {
      this.#state.positions.set(run.name, positionAfterFill(this.#state.positionOf(run.name), fill));
    }
    return true;
  }

  /** False when it was booked before. */
  conversion(conversion: Conversion, strategy: string | undefined): boolean {
    if (!this.#conversions.add(conversion.id)) return false;
    const run = strategy === undefined ? undefined : this.#state.runs.get(strategy);
    if (run !== undefined) {
      this.#state.positions.set(run.name, positionAfterConversion(this.#state.positionOf(run.name), run.symbol, conversion));
    }
    return true;
  }
}
