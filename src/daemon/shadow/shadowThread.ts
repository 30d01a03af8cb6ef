import type { Worker } from 'node:worker_threads';
import { messageOf } from '../../base/fault.ts';
import type { Instant } from '../../base/instant.ts';
import { packed } from '../../base/packed.ts';
import { codeFile } from '../../base/packageFiles.ts';
import { currenciesOf, type Pair } from '../../model/pair.ts';
import { symbolsOf } from '../../model/tradedMarkets.ts';
import type { Event } from '../../model/event.ts';
import { bookMessage } from '../../research/shadow/bookMessage.ts';
import { LEAST_BLOCKS, type ShadowComparison } from '../../research/shadow/compareBlocks.ts';
import type { ShadowNews, ShadowReply, ShadowState } from '../../research/shadow/shadowMessages.ts';
import type { ShadowWorkerData } from '../../research/shadow/shadowWorker.ts';
import { startWorker } from '../../loading/workerThread.ts';
import type { Settings } from '../../settings/loadSettings.ts';
import { type CountedBlock, ShadowFile } from './shadowFile.ts';

export interface ShadowThreadOptions {
  readonly settings: Settings;
  readonly name: string;
  readonly state: string;
  /** The folder of the recordings. Undefined in the demo, whose market begins anew with each start. */
  readonly data: string | undefined;
  /** What the champion has really earned so far, in that currency. Undefined where no book tells. */
  readonly live: (champion: string, currency: string) => number | undefined;
  /** Told once, when it runs no more before its end. */
  readonly onStopped: (reason: string) => void;
}

const MEMORY = { youngMb: 16, oldMb: 256, isBare: true } as const;
/** Messages that may wait. A strategy that never comes back is given up with the next one. */
const MOST_WAITING = 2000;
/**
 * Heartbeats, of a second each, until it must be ready: modules are loaded, signals warmed up and both strategies set up by then. Heartbeats
 * are counted and not time, since a clock may jump, and not books, of which many markets have many.
 */
const MOST_BEATS_TO_START = 600;

/**
 * A strategy and its shadow on a thread of their own. The thread is told of the market, and is given neither the venue's address nor a key nor
 * the environment; whatever it does, trading goes on.
 */
export class ShadowThread {
  readonly name: string;
  readonly champion: string;
  readonly currency: string;
  readonly #options: ShadowThreadOptions;
  readonly #file: ShadowFile;
  readonly #handled = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  readonly #marketOf: ReadonlyMap<string, number>;
  readonly #worker: Worker;
  readonly blocks: CountedBlock[];
  comparison: ShadowComparison = { blocks: 0, difference: 0, certainty: { because: `it needs ${LEAST_BLOCKS} hours, and there are 0` } };
  /** What the two have come to in this life. */
  latest: ShadowState | undefined;
  reason: string | undefined;
  #isReady = false;
  #isClosed = false;
  #sent = 0;
  #beatsToStart = 0;
  #live: number | undefined;

  /** Throws where what was counted before can't be read. */
  constructor(options: ShadowThreadOptions, pairs: readonly Pair[], at: Instant) {
    const { settings, name, state, data } = options;
    const shadow = settings.shadows[name]!;
    this.#options = options;
    this.name = name;
    this.champion = shadow.shadow!;
    this.currency = currenciesOf(symbolsOf(settings.strategies[this.champion]!)[0]!)!.quote;
    this.#file = new ShadowFile(state, settings, name);
    if (data === undefined) this.#file.clear();
    this.blocks = this.#file.read();
    this.#marketOf = new Map(pairs.map(({ symbol }, market) => [symbol, market]));
    const withoutAccount = { ...settings, venue: { ...settings.venue, exchange: undefined } };
    const blocks = this.blocks.map(({ live: _live, ...block }) => block);
    const seed = `${settings.simulator.seed} ${name}`;
    const workerData: ShadowWorkerData = {
      settings: packed(withoutAccount),
      pairs: packed(pairs),
      name,
      data,
      currency: this.currency,
      at,
      seed,
      blocks,
      handled: this.#handled,
    };
    const { worker, ended } = startWorker(codeFile('src/research/shadow/shadowWorker.ts'), workerData, MEMORY);
    this.#worker = worker;
    worker.unref();
    worker.on('message', (reply: ShadowReply) => this.#told(reply));
    ended.catch((error: unknown) => this.#stop(messageOf(error)));
  }

  /** Messages that it has not dealt with yet. */
  get waiting(): number {
    return this.#sent - Atomics.load(this.#handled, 0);
  }

  get isRunning(): boolean {
    return this.#isReady && !this.#isClosed;
  }

  /** Hands the thread what it is to know of an event. What costs time happens there. */
  event(event: Event): void {
    if (this.#isClosed) return;
    if (!this.#isReady) {
      if (event.type === 'timer') this.#beatBeforeReady();
      return;
    }
    if (this.waiting > MOST_WAITING) {
      this.#stop(`it is ${MOST_WAITING} events behind: one of the two takes too long, or never comes back`);
      return;
    }
    const { at } = event;
    if (event.type === 'timer') this.#send({ type: 'timer', at });
    else if (event.type === 'book') {
      const market = this.#marketOf.get(event.book.symbol);
      if (market === undefined) return;
      const news = bookMessage(market, event.book);
      this.#send(news, news.buffer);
    } else if (event.type === 'market-warning') {
      const market = this.#marketOf.get(event.symbol);
      const { type, symbol, kind, detail } = event;
      if (market !== undefined) this.#send({ type: 'warning', at, market, warning: { type, symbol, kind, detail } });
    } else if (event.type === 'statistics') {
      for (const row of event.rows) {
        const market = this.#marketOf.get(row.symbol);
        if (market !== undefined) this.#send({ type: 'statistics', at, market, row: packed(row) });
      }
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#worker.terminate();
  }

  /** What is told before it is ready is not kept for it: it begins with the market as it is then. */
  #beatBeforeReady(): void {
    if (++this.#beatsToStart <= MOST_BEATS_TO_START) return;
    this.#stop(
      `it was not ready after ${MOST_BEATS_TO_START} heartbeats: a module or a \`setup\` of the two takes too long, or never comes back`,
    );
  }

  #send(news: ShadowNews, moved?: ArrayBuffer): void {
    this.#sent++;
    this.#worker.postMessage(news, moved === undefined ? [] : [moved]);
  }

  #told(reply: ShadowReply): void {
    if (this.#isClosed) return;
    if (reply.type === 'failed') this.#stop(reply.message);
    else if (reply.type === 'ready') {
      this.#isReady = true;
      this.comparison = reply.comparison;
      this.#live = this.#liveNow();
    } else if (reply.type === 'block') {
      this.comparison = reply.comparison;
      this.#count(reply.block);
    } else {
      this.latest = reply.state;
      const { champion, challenger } = reply.state.stopped;
      if (champion !== undefined) this.#stop(`${this.champion} has failed in it: ${champion}`);
      else if (challenger !== undefined) this.#stop(challenger);
    }
  }

  #count(block: Omit<CountedBlock, 'live'>): void {
    const [before, now] = [this.#live, this.#liveNow()];
    this.#live = now;
    const counted = { ...block, live: before === undefined || now === undefined ? undefined : now - before };
    this.blocks.push(counted);
    try {
      this.#file.append(counted);
    } catch (error) {
      this.#stop(`what was counted can't be written: ${messageOf(error)}`);
    }
  }

  #liveNow(): number | undefined {
    return this.#options.live(this.champion, this.currency);
  }

  #stop(reason: string): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.reason = reason;
    this.#options.onStopped(reason);
    void this.#worker.terminate();
  }
}
