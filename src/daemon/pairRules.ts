import type { TellTrouble } from '../base/tellTrouble.ts';
import { type PairSource, readPairs } from '../gateway/pairList.ts';
import type { Pair } from '../model/pair.ts';

export interface PairRulesOptions {
  readonly client: PairSource;
  readonly onTrouble: TellTrouble;
}

/**
 * The pairs of the venue with the rules that are in force here. They are read at the start, and again for as long as the daemon runs: the least and
 * the most that an order may hold follow the venue at once. The steps of prices and amounts stay what they were, since orders, books and sums count in
 * them; a person is told that another start is needed.
 */
export class PairRules {
  readonly #options: PairRulesOptions;
  /** By symbol, what was told of it last. */
  readonly #told = new Map<string, string>();
  #all: readonly Pair[] = [];

  constructor(options: PairRulesOptions) {
    this.#options = options;
  }

  get all(): readonly Pair[] {
    return this.#all;
  }

  /** Reads them for the first time. */
  async read(): Promise<readonly Pair[]> {
    const { client, onTrouble } = this.#options;
    this.#all = await readPairs(client, onTrouble);
    return this.#all;
  }

  /** Reads them again, tells what has changed of the traded ones, and passes all of them on where something of it holds from here on. */
  async again(traded: readonly string[], hear: (all: readonly Pair[]) => void): Promise<void> {
    // What is wrong with other rows was told at the start.
    const listed = new Map((await readPairs(this.#options.client, () => undefined)).map((pair) => [pair.symbol, pair]));
    const before = this.#all;
    const next = before.map((pair) => withVolumes(pair, listed.get(pair.symbol)));
    if (next.some((pair, place) => pair !== before[place])) hear(next);
    for (const symbol of new Set([...traded, ...this.#told.keys()])) this.#tell(symbol, listed, traded.includes(symbol));
    this.#all = next;
  }

  /** What was told of a pair that is traded no more is over. */
  #tell(symbol: string, listed: ReadonlyMap<string, Pair>, isTraded: boolean): void {
    const about = `the rules of ${symbol}`;
    const [pair, now] = [this.#all.find((one) => one.symbol === symbol), listed.get(symbol)];
    const text = isTraded ? changeOf(symbol, pair, now) : undefined;
    if (isTraded && pair !== undefined && now !== undefined && pair !== withVolumes(pair, now))
      this.#options.onTrouble(`an order of ${symbol} may hold ${now.minVolume.toFixed()} to ${now.maxVolume.toFixed()} from here on`);
    if (text === this.#told.get(symbol)) return;
    if (text === undefined) {
      this.#told.delete(symbol);
      this.#options.onTrouble(`${about} ${isTraded ? 'are again what they were' : 'concern nobody any more'}`, about, true);
    } else {
      this.#told.set(symbol, text);
      this.#options.onTrouble(text, about);
    }
  }
}

/** What only another start can take over. */
function changeOf(symbol: string, pair: Pair | undefined, now: Pair | undefined): string | undefined {
  if (pair === undefined) return now && `${symbol} is listed now; another start trades it`;
  if (now === undefined) return `${symbol} is not listed any more, or not with rules that make sense: its orders may be refused`;
  if (stepsOf(pair) === stepsOf(now)) return undefined;
  return `${symbol} has ${stepsOf(now)} now: its orders go by ${stepsOf(pair)} until another start, and may be refused`;
}

function stepsOf({ grid }: Pair): string {
  return `precision ${grid.precision} and volumeStep ${grid.lot.toFixed()}`;
}

/** The pair with the volumes that are listed; the very same where they are what they were. */
function withVolumes(pair: Pair, listed: Pair | undefined): Pair {
  if (listed === undefined || (listed.minVolume.eq(pair.minVolume) && listed.maxVolume.eq(pair.maxVolume))) return pair;
  return { ...pair, minVolume: listed.minVolume, maxVolume: listed.maxVolume };
}
