import { Subject } from 'rxjs';
import type { Clock } from '../base/clock.ts';
import { type Instant, isoOf } from '../base/instant.ts';
import { CONFIGURATION } from './incidents.ts';
import type { Log } from './log.ts';

const MOST = 20;

interface Note {
  readonly message: string;
  /** What can't be read, while that lasts, and since when. */
  readonly about?: string | undefined;
  readonly since: Instant;
}

/**
 * What went wrong and did not end the daemon: told at once, and the last of it kept for the status. What lasts and is `about` something is
 * kept once, with the time since when, until it is over.
 */
export class TroubleNotes {
  readonly heard$ = new Subject<string>();
  readonly #clock: Pick<Clock, 'now'>;
  readonly #log: Pick<Log, 'write'>;
  #last: readonly Note[] = [];

  constructor(clock: Pick<Clock, 'now'>, log: Pick<Log, 'write'>) {
    this.#clock = clock;
    this.#log = log;
  }

  /** Oldest first. */
  get last(): readonly string[] {
    return this.#last.map(({ message, about, since }) => (about === undefined ? message : `${message} (since ${isoOf(since)})`));
  }

  note(message: string, about?: string): void {
    this.#log.write('warn', 'trouble', message, {}, about === undefined ? undefined : { begins: [about] });
    this.#keep(message, about);
  }

  tell(message: string, about?: string, isOver = false): void {
    if (isOver) this.over(about!, message);
    else this.note(message, about);
  }

  /** Nobody waited for what came of a reload: the configuration that was to be taken is not in force. */
  notReloaded(message: string): void {
    this.#log.write('error', 'reloaded', message, {}, { begins: [CONFIGURATION] });
    this.#keep(message, CONFIGURATION);
  }

  /** What is in force now is what was to be. */
  reloaded(): void {
    this.#last = this.#last.filter(({ about }) => about !== CONFIGURATION);
  }

  #keep(message: string, about: string | undefined): void {
    const since = this.#of(about)?.since ?? this.#clock.now();
    const others = this.#last.filter((note) => about === undefined || note.about !== about);
    // What lasts is over some time, and its end has to be told.
    const oldest = others.length < MOST ? undefined : others.find((note) => note.about === undefined);
    this.#last = [...others.filter((note) => note !== oldest), { message, about, since }];
    this.heard$.next(message);
  }

  /** What could not be read was read. With `told` it was another trouble, of which people hear that it is over, also that of an earlier life. */
  over(about: string, told?: string): void {
    const noted = this.#of(about);
    this.#last = this.#last.filter((note) => note !== noted);
    if (told !== undefined) {
      this.#log.write('info', 'trouble-over', told, {}, { ends: [about] });
      this.heard$.next(told);
      return;
    }
    if (noted === undefined) return;
    this.#log.write(
      'info',
      'trouble-over',
      `${about} could be read again, for the first time since ${isoOf(noted.since)}`,
      {},
      { ends: [about] },
    );
  }

  #of(about: string | undefined): Note | undefined {
    return about === undefined ? undefined : this.#last.find((note) => note.about === about);
  }
}
