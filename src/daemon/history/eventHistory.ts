import { type Observable, Subject } from 'rxjs';
import type { Clock } from '../../base/clock.ts';
import { plainLine } from '../../base/plainText.ts';
import { redacted } from '../../base/redacted.ts';
import { type EventLine, isAskedFor, type LineFilter } from '../../model/eventLine.ts';
import type { Incidents } from '../incidents.ts';
import type { Log, LogFields, LogLevel } from '../log.ts';
import { keepLast } from './keepLast.ts';

/** So many are in memory. */
export const MOST_LINES = 500;
const MOST_TEXT = 500;

/** Keeps the last lines of the log, those of the life before it first, and passes everything on to it. */
export class EventHistory implements Log {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #lines: EventLine[];
  readonly #added = new Subject<EventLine>();
  #next: number;

  /** `before`: the last lines of the life before this one, newest first. */
  constructor(clock: Clock, log: Log, before: readonly EventLine[] = []) {
    this.#clock = clock;
    this.#log = log;
    this.#lines = before.slice(0, MOST_LINES).reverse();
    this.#next = (before[0]?.id ?? 0) + 1;
  }

  /** Each line as it comes. */
  get added$(): Observable<EventLine> {
    return this.#added;
  }

  write(level: LogLevel, event: string, message: string, fields: LogFields = {}, incidents?: Incidents): void {
    this.#log.write(level, event, message, fields, incidents);
    // What happens many times in a second is in the log alone.
    if (level === 'trace' || level === 'debug') return;
    const text = redacted(plainLine(message)).slice(0, MOST_TEXT);
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

  /** The lines that are asked for, newest first. Undefined when some of them may not be among the last ones. */
  find(filter: LineFilter, limit: number): readonly EventLine[] | undefined {
    const found = this.#lines.filter((line) => isAskedFor(line, filter)).reverse();
    const reachesBack = filter.after !== undefined && filter.after >= (this.#lines[0]?.id ?? this.#next) - 1;
    return reachesBack || found.length >= limit ? found.slice(0, limit) : undefined;
  }
}

function wordOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
