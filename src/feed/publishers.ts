import { isFault } from '../base/fault.ts';
import type { Pair } from '../model/pair.ts';
import type { FeedServer } from '../settings/feedServer.ts';
import { type Hello, isForeign } from './hello.ts';
import { readHello } from './takeStream.ts';
import { HELLO } from './topic.ts';

export interface WantedMarket {
  readonly server: FeedServer;
  readonly pairs: readonly Pair[];
  /** Host and port of the venue that is traded at. */
  readonly venue: string;
  /** How many levels a side are wanted. */
  readonly depth: number;
}

/** What is known of who publishes, and whether it is what is wanted here. */
export class Publishers {
  readonly #wanted: WantedMarket;
  readonly #runs = new Map<string, ReadonlySet<string>>();
  /** Why nothing is taken of the last one. */
  refusal: string | undefined;
  /** What is missing of what the last one publishes. */
  lack: string | undefined;
  /** What somebody else has written where publishers speak, until one of them speaks again. */
  foreign: string | undefined;

  constructor(wanted: WantedMarket) {
    this.#wanted = wanted;
  }

  /** A publisher says what it publishes. */
  hello(body: Uint8Array): void {
    const hello = readHello(body);
    const { server, venue } = this.#wanted;
    if (isForeign(hello)) {
      // It says nothing about who publishes.
      this.foreign = `a message on ${server.stream}.${HELLO} of the stream ${server.shown} (${server.setting}) is none that a sluice has written, and is passed over: ${hello.message}; let nothing else write there`;
      return;
    }
    this.foreign = undefined;
    this.lack = undefined;
    this.refusal = undefined;
    if (isFault(hello)) {
      this.#refuse(`${hello.message}${hello.suggestion === undefined ? '' : `; ${hello.suggestion}`}`);
    } else if (hello.venue !== venue) {
      this.#refuse(`it has the market of ${hello.venue}, and ours is that of ${venue}: name another stream in ${server.setting}`);
    } else {
      this.#take(hello);
    }
  }

  /** Whether rows of this life of a publisher, about this symbol, are taken. */
  takes(run: string, symbol?: string): boolean {
    const symbols = this.#runs.get(run);
    return symbols !== undefined && (symbol === undefined || symbols.has(symbol));
  }

  #refuse(why: string): void {
    const { server } = this.#wanted;
    this.#runs.clear();
    this.refusal = `nothing is taken from the stream ${server.shown} (${server.setting}): ${why}`;
  }

  #take({ run, pairs: published, by }: Hello): void {
    const { pairs, depth, server } = this.#wanted;
    const taken = new Set<string>();
    const lacks: string[] = [];
    const missing: string[] = [];
    for (const { symbol, grid } of pairs) {
      const found = published.find((pair) => pair.symbol === symbol);
      if (found === undefined) missing.push(symbol);
      else if (found.grid.precision !== grid.precision || !found.grid.lot.eq(grid.lot)) {
        lacks.push(
          `${symbol} has another grid there (precision ${found.grid.precision}, volume step ${found.grid.lot.toFixed()}): restart both`,
        );
      } else {
        taken.add(symbol);
        if (found.depth < depth) lacks.push(`${symbol} has ${found.depth} levels a side, and poll.depth asks for ${depth}`);
      }
    }
    if (missing.length > 0)
      lacks.push(`${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} not among what it has; add to record.symbols there`);
    this.#runs.clear();
    this.#runs.set(run, taken);
    if (lacks.length > 0) this.lack = `the stream ${server.shown} (${server.setting}), published by ${by}: ${lacks.join('; ')}`;
  }
}
