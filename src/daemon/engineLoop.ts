import { type Observable, Subject } from 'rxjs';
import { type Clock, sleep } from '../base/clock.ts';
import { Fault, messageOf } from '../base/fault.ts';
import { Inbox } from '../base/inbox.ts';
import { EventDoor } from '../engine/eventDoor.ts';
import type { EngineSettings, Output } from '../engine/engineState.ts';
import type { KeptState } from '../engine/keptState.ts';
import type { EngineSnapshot } from '../engine/snapshot.ts';
import type { Command } from '../model/command.ts';
import type { Event, EventBody } from '../model/event.ts';
import type { Notice } from '../model/notice.ts';
import type { Pair } from '../model/pair.ts';
import { type OpenPast, warmingUp } from '../recording/warmingUp.ts';

export interface EngineLoopOptions {
  readonly clock: Clock;
  readonly engine: EngineSettings;
  /** Sends a command off. It returns nothing; the outcome is posted as an event. */
  readonly execute: (command: Command) => void;
  readonly saveState: (strategy: string, state: string) => void;
  /** Called once, when the engine can't go on because its state can't be trusted any more. */
  readonly onFatal: (fault: Fault) => void;
  readonly onTrouble: (message: string) => void;
  /** What was recorded before. */
  readonly past?: OpenPast | undefined;
  /**
   * Called with each event after it is done, and with all outputs. `failure` is what the engine threw. It must not throw itself.
   */
  readonly record?: ((event: Event, outputs: readonly Output[], failure?: string) => void) | undefined;
}

const INBOX_ROOM = 10_000;
/** Pieces of a warm-up that are told before others have a turn. */
const PIECES_A_TURN = 20;
/** Events that come again by themselves. No others may be lost. */
const MAY_BE_DROPPED: ReadonlySet<EventBody['type']> = new Set(['book', 'statistics', 'timer', 'balances']);

/** The one bounded inbox before the engine. Events are stamped here, and each is finished before the next is looked at. */
export class EngineLoop {
  readonly #options: EngineLoopOptions;
  readonly #engine: EventDoor;
  readonly #inbox = new Inbox<EventBody>(INBOX_ROOM);
  readonly #events = new Subject<Event>();
  readonly #commands = new Subject<Command>();
  readonly #notices = new Subject<Notice>();
  #sequence = 0;
  #draining = false;
  #ended = false;

  constructor(options: EngineLoopOptions) {
    this.#options = options;
    this.#engine = new EventDoor(options.engine);
  }

  /** Every event with its stamp, as the engine saw it. A book in it is reused, so copy what you keep. */
  get events$(): Observable<Event> {
    return this.#events;
  }
  get commands$(): Observable<Command> {
    return this.#commands;
  }
  get notices$(): Observable<Notice> {
    return this.#notices;
  }

  snapshot(): EngineSnapshot {
    return this.#engine.snapshot();
  }
  kept(strategy: string): KeptState {
    return this.#engine.kept(strategy);
  }

  /**
   * Takes one more event. Everything that follows from it is done before this returns, unless it comes from such a step itself:
   * then it waits.
   */
  post(body: EventBody): void {
    if (this.#ended) return;
    if (!this.#inbox.push(body)) {
      if (MAY_BE_DROPPED.has(body.type)) this.#options.onTrouble(`the inbox is full: a ${body.type} was dropped`);
      else this.#fail(new Fault('internal', `the inbox is full, and a ${body.type} may not be lost`));
      return;
    }
    if (!this.#draining) this.#drain();
  }

  /** Sets the strategies up, and warms their signals up with what was recorded up to now. Others have a turn now and then. */
  async warmUp(pairs: readonly Pair[]): Promise<void> {
    this.post({ type: 'set-up' });
    const { past, clock, onTrouble } = this.#options;
    const needs = this.#engine.warmUpNeeds();
    if (past === undefined || needs.length === 0) return;
    const pieces = warmingUp(needs, pairs, clock.now(), past);
    try {
      for (let told = 1; !this.#ended; told++) {
        const { done, value } = pieces.next();
        if (done === true) {
          for (const trouble of value) onTrouble(trouble);
          return;
        }
        this.post(value);
        if (told % PIECES_A_TURN === 0) await sleep(clock, 0);
      }
    } finally {
      pieces.return([]);
    }
  }

  /** No further event is taken, and listeners are told that it is over. */
  end(): void {
    this.#ended = true;
    this.#events.complete();
    this.#commands.complete();
    this.#notices.complete();
  }

  #drain(): void {
    this.#draining = true;
    try {
      for (let next = this.#inbox.shift(); next !== undefined && !this.#ended; next = this.#inbox.shift()) this.#process(next);
    } catch (error) {
      this.#fail(new Fault('internal', `the engine failed: ${messageOf(error)}`, { cause: error }));
    } finally {
      this.#draining = false;
    }
  }

  #process(body: EventBody): void {
    const event: Event = { ...body, sequence: this.#sequence++, at: this.#options.clock.now() };
    this.#events.next(event);
    const outputs = this.#decide(event);
    for (const output of outputs) this.#put(output);
    this.#options.record?.(event, outputs);
  }

  #decide(event: Event): readonly Output[] {
    try {
      return this.#engine.process(event);
    } catch (error) {
      this.#options.record?.(event, [], messageOf(error));
      throw error;
    }
  }

  #put(output: Output): void {
    switch (output.type) {
      case 'place':
      case 'replace':
      case 'cancel':
      case 'request-quote':
      case 'convert':
        this.#commands.next(output);
        this.#options.execute(output);
        return;
      case 'save-state':
        this.#options.saveState(output.strategy, output.state);
        return;
      default:
        this.#notices.next(output);
    }
  }

  #fail(fault: Fault): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#options.onFatal(fault);
  }
}
