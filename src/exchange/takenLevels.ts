/** What an order would take, level by level. The object is reused. */
export class TakenLevels {
  count = 0;
  /** The lots of all levels. */
  total = 0;
  readonly #ticks: number[] = [];
  readonly #lots: number[] = [];

  clear(): void {
    this.count = 0;
    this.total = 0;
  }

  add(ticks: number, lots: number): void {
    this.#ticks[this.count] = ticks;
    this.#lots[this.count++] = lots;
    this.total += lots;
  }

  ticksAt(n: number): number {
    return this.#ticks[n]!;
  }

  lotsAt(n: number): number {
    return this.#lots[n]!;
  }
}
