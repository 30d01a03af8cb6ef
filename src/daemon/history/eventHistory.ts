import { type Observable, Subject } from 'rxjs';
import type { Clock } from '../../base/clock.ts';
import { type Instant } from '../../base/instant.ts';
import { plainLine } from '../../base/plainText.ts';
import type { Log, LogFields, LogLevel } from '../log.ts';
import { keepLast } from './keepLast.ts';

/** A line of the event log as a person reads it. */
export interface EventLine {
  /** It grows by one with each line. */
  readonly id: number;
  readonly at: Instant;
  readonly level: LogLevel;
  /** The stable name of what happened, such as `fill` or `refused`. */
  readonly event: string;
  readonly strategy: string | undefined;
  readonly symbol: string | undefined;
  readonly text: string;
}

const MOST_LINES = 500;
const MOST_TEXT = 500;
/** What happens many times in a second is in the log alone. */
const UNSEEN: ReadonlySet<LogLevel> = new Set(['trace', 'debug']);

/** Keeps the last lines of the log, and passes everything on to it. */
export class EventHistory implements Log {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #lines: EventLine[] = [];
  readonly #added = new Subject<EventLine>();
  #next = 1;

  constructor(clock: Clock, log: Log) {
    this.#clock = clock;
    this.#log = log;
  }

  /** Each line as it comes. */
  get added$(): Observable<EventLine> {
    return this.#added;
  }

  write(level: LogLevel, event: string, message: string, fields: LogFields = {}): void {
    this.#log.write(level, event, message, fields);
    if (UNSEEN.has(level)) return;
    const text = plainLine(message).slice(0, MOST_TEXT);
    const { strategy, symbol } = fields;
    const line = { id: this.#next++, at: this.#clock.now(), level, event, strategy: wordOf(strategy), symbol: wordOf(symbol), text };
    keepLast(this.#lines, line, MOST_LINES);
    this.#added.next(line);
  }

  setLevel(level: LogLevel): void {
    this.#log.setLevel(level);
  }

  flush(): void {
    this.#log.flush();
  }

  /** Newest first. */
  last(count: number): readonly EventLine[] {
    return this.#lines.slice(-count).reverse();
  }
}

function wordOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
