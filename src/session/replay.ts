import type { Instant } from '../base/instant.ts';
import { messageOf } from '../base/fault.ts';
import { EventDoor } from '../engine/eventDoor.ts';
import type { EngineSettings, Output } from '../engine/engineState.ts';
import type { Event } from '../model/event.ts';
import { decisionsText } from './decisions.ts';
import { type Difference, differenceOf } from './difference.ts';
import { SessionReader, type Tear } from './sessionReader.ts';

export interface Replay {
  readonly identical: boolean;
  /** How many events went through the engine, up to and including the first that differs. */
  readonly events: number;
  readonly books: number;
  /** How many decisions were compared. */
  readonly commands: number;
  readonly from: Instant | undefined;
  readonly to: Instant | undefined;
  readonly difference: Difference | undefined;
  readonly tear: Tear | undefined;
}

/** Called now and then with the share of the session that is done, from 0 to 1, and the events so far. */
export type Progress = (share: number, events: number) => void;

const TELL_EVERY = 5000;

/**
 * Runs the events of a session through an engine and compares its decisions with the recorded ones, up to the first event that
 * differs. What the engine does after that would rest on answers that nobody gave.
 */
export function replaySession(folder: string, settings: EngineSettings, progress: Progress = () => undefined): Replay {
  const reader = new SessionReader(folder);
  const engine = new EventDoor(settings);
  let events = 0;
  let books = 0;
  let commands = 0;
  let from: Instant | undefined;
  let to: Instant | undefined;
  let difference: Difference | undefined;
  for (const { event, decisions } of reader.steps()) {
    from ??= event.at;
    to = event.at;
    events++;
    if (event.type === 'book') books++;
    if (events % TELL_EVERY === 0) progress(reader.readBytes / reader.totalBytes, events);
    const { outputs, failure } = decide(engine, event);
    const replayed = outputs.length === 0 && failure === undefined ? '' : decisionsText(outputs, failure);
    if (replayed !== '') commands += outputs.filter((output) => 'decidedAt' in output).length;
    difference = differenceOf(event, decisions, replayed);
    // An engine that threw takes no further event.
    if (difference !== undefined || failure !== undefined) break;
  }
  return { identical: difference === undefined, events, books, commands, from, to, difference, tear: reader.tear };
}

/** What the engine does on one event. `failure` is given when it threw. */
function decide(engine: EventDoor, event: Event): { readonly outputs: readonly Output[]; readonly failure: string | undefined } {
  try {
    return { outputs: engine.process(event), failure: undefined };
  } catch (error) {
    return { outputs: [], failure: messageOf(error) };
  }
}
