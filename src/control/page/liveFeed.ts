import type { Subscription } from 'rxjs';
import type { CancelTimer, Clock } from '../../base/clock.ts';
import type { Daemon } from '../../daemon/daemon.ts';
import { harmless } from '../../daemon/history/harmless.ts';
import { openLines } from '../../daemon/openAtEnd.ts';
import type { Event } from '../../model/event.ts';
import { isoOf } from '../../base/instant.ts';
import { jsonForPeople } from '../../base/json.ts';
import { redacted } from '../../base/redacted.ts';
import type { EventRow, FillLine } from '../contract/controlReplies.ts';
import type { EndView } from '../contract/endView.ts';
import { eventRow, fillLine } from '../controlLines.ts';
import { type FeedEnds, FeedReader } from './feedReader.ts';
import { OrderChanges } from './orderChanges.ts';
import { ReplayRing } from './replayRing.ts';

/** Changes are written together once in this time. */
const FRAME_MS = 50;
const STATUS_EVERY_MS = 250;
const BEAT_MS = 10_000;
/** So long after the last reader has gone, changes are still kept for the case that it comes back. */
const LINGER_MS = 60_000;
const FIRST_LINES = 100;

export interface LiveFeedOptions {
  readonly daemon: Pick<Daemon, 'trader' | 'history' | 'status' | 'tally' | 'ending'>;
  readonly clock: Clock;
  /** Readers at one time. */
  readonly most?: number | undefined;
  /** How many bytes a reader may be behind. */
  readonly mostBehind?: number | undefined;
}

const MOST_READERS = 16;
const MOST_BEHIND = 512 * 1024;

/**
 * What happens, for pages that are open: first a snapshot, then changes, each under a number with which a page that was cut off goes on. It
 * costs nothing while nobody looks, and a reader that is too slow is let go of.
 */
export class LiveFeed {
  readonly #options: LiveFeedOptions;
  readonly #readers = new Set<FeedReader>();
  readonly #orders: OrderChanges;
  readonly #ring: ReplayRing;
  #subscriptions: Subscription[] = [];
  #timers = new Map<'frame' | 'status' | 'beat' | 'end', CancelTimer>();
  #fills: FillLine[] = [];
  #events: EventRow[] = [];
  readonly #harmless: (work: () => void) => void;
  #areOrdersOld = false;
  #isStatusOld = false;

  constructor(options: LiveFeedOptions) {
    const { daemon, clock } = options;
    this.#options = options;
    this.#harmless = harmless('the stream of the dashboard', (message) => daemon.history.lines.write('error', 'dashboard', message));
    this.#orders = new OrderChanges(daemon.trader);
    this.#ring = new ReplayRing(clock.now().toString(36));
  }

  get readers(): number {
    return this.#readers.size;
  }

  /**
   * The stream of a page that has seen everything up to `seen`. Undefined when there are too many. `mayStay` is asked now and then.
   */
  open(seen: string | undefined, ends: Omit<FeedEnds, 'onEnd'>): ReadableStream<Uint8Array> | undefined {
    const { most = MOST_READERS, mostBehind = MOST_BEHIND } = this.#options;
    if (this.#readers.size >= most) return undefined;
    this.#begin();
    this.#flush();
    const missed = this.#ring.after(seen)?.join('');
    // One that has missed more than it may be behind begins anew.
    const first = missed === undefined || Buffer.byteLength(missed) > mostBehind ? this.#snapshot() : missed + this.#status();
    const reader = new FeedReader(first, mostBehind, { ...ends, onEnd: () => this.#gone(reader) });
    this.#readers.add(reader);
    return reader.stream;
  }

  /** Ends with the daemon. The last that is told is how things stand, and what it has left at the venue. */
  close(): void {
    this.#safely(() => this.#tellEnd());
    this.#drop();
  }

  #tellEnd(): void {
    const { daemon, clock } = this.#options;
    if (this.#readers.size === 0 || daemon.ending === undefined) return;
    const { left, kept, gaveUp } = daemon.ending;
    this.#flush();
    const end: EndView = { at: isoOf(clock.now()), gaveUp, left: openLines(left), kept: openLines(kept) };
    this.#tell(this.#status() + message('end', textOf(end)));
  }

  #drop(): void {
    for (const reader of this.#readers) reader.end();
    this.#end();
  }

  #begin(): void {
    this.#timers.get('end')?.();
    this.#timers.delete('end');
    if (this.#subscriptions.length > 0) return;
    const { trader, history } = this.#options.daemon;
    this.#orders.changes();
    this.#subscriptions = [
      trader.events$.subscribe((event) => this.#safely(() => this.#take(event))),
      trader.commands$.subscribe(() => this.#changed()),
      history.lines.added$.subscribe((line) =>
        this.#safely(() => {
          this.#events.push(eventRow(line));
          this.#changed();
        }),
      ),
    ];
    this.#timer('beat', BEAT_MS, () => this.#beat());
  }

  #take(event: Event): void {
    if (event.type === 'report') {
      if (event.report.type === 'fill') this.#fills.push(fillLine(event.report.fill));
      this.#changed();
    }
    this.#statusIsOld();
  }

  #end(): void {
    for (const subscription of this.#subscriptions) subscription.unsubscribe();
    for (const cancel of this.#timers.values()) cancel();
    this.#subscriptions = [];
    this.#timers = new Map();
    this.#fills = [];
    this.#events = [];
    this.#ring.clear();
  }

  #gone(reader: FeedReader): void {
    this.#readers.delete(reader);
    if (this.#readers.size === 0 && this.#subscriptions.length > 0) this.#timer('end', LINGER_MS, () => this.#end());
  }

  #changed(): void {
    this.#areOrdersOld = true;
    if (!this.#timers.has('frame')) this.#timer('frame', FRAME_MS, () => this.#flush());
  }

  #statusIsOld(): void {
    this.#isStatusOld = true;
    if (this.#readers.size > 0 && !this.#timers.has('status')) this.#timer('status', STATUS_EVERY_MS, () => this.#tellStatus());
  }

  /** Writes what has changed since the last frame. */
  #flush(): void {
    this.#timers.get('frame')?.();
    this.#timers.delete('frame');
    const orders = this.#areOrdersOld ? this.#orders.changes() : undefined;
    const [fills, events] = [this.#fills, this.#events];
    [this.#fills, this.#events, this.#areOrdersOld] = [[], [], false];
    if (orders === undefined && fills.length === 0 && events.length === 0) return;
    this.#tell(this.#ring.add('changes', textOf({ orders, fills, events })));
  }

  #tellStatus(): void {
    if (this.#isStatusOld) this.#tell(this.#status());
    this.#isStatusOld = false;
  }

  /** Lets go of readers whose session has ended, at once. */
  letGo(): void {
    for (const reader of this.#readers) if (!reader.mayStay()) reader.end();
  }

  #beat(): void {
    this.letGo();
    this.#tell(message('beat', textOf({ at: isoOf(this.#options.clock.now()) })));
    this.#timer('beat', BEAT_MS, () => this.#beat());
  }

  #tell(text: string): void {
    for (const reader of this.#readers) reader.write(text);
  }

  #status(): string {
    return message('status', textOf(this.#options.daemon.status()));
  }

  #snapshot(): string {
    const { history, tally, status } = { ...this.#options.daemon, status: this.#options.daemon.status() };
    const events = history.lines.last(FIRST_LINES).map(eventRow);
    const body = { status, orders: this.#orders.all(), fills: tally.lastFills.map(fillLine), events };
    return message('snapshot', textOf(body), this.#ring.last);
  }

  /** What can't be shown ends the streams, whose pages come back, and never the daemon. */
  #safely(work: () => void): void {
    this.#harmless(() => {
      try {
        work();
      } catch (error) {
        this.#drop();
        throw error;
      }
    });
  }

  #timer(name: 'frame' | 'status' | 'beat' | 'end', ms: number, act: () => void): void {
    const cancel = this.#options.clock.setTimer(ms, () => {
      this.#timers.delete(name);
      this.#safely(act);
    });
    this.#timers.set(name, cancel);
  }
}

function textOf(value: unknown): string {
  return redacted(jsonForPeople(value));
}

/** A message of an event stream. JSON has no line ends. */
function message(event: string, data: string, id?: string): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`;
}
