import type { Output } from '../../engine/engineState.ts';
import { EventDoor } from '../../engine/eventDoor.ts';
import type { Event } from '../../model/event.ts';
import type { SessionEngine } from '../../session/sessionEngine.ts';

/** What an engine says to each event of a session, in their order. */
export type Along = (event: Event) => readonly Output[];

/** Runs a session's engine, for what its strategies log and plot. Once it fails, it says nothing more. */
export function runAlong({ settings, changedCode }: SessionEngine, say: (text: string) => void): Along {
  if (changedCode.length > 0) say(`the code of ${changedCode.join(', ')} has changed since: what it logs and plots is today's`);
  const door = new EventDoor(settings);
  let failed = false;
  return (event) => {
    if (failed) return [];
    try {
      return door.process(event);
    } catch {
      failed = true;
      return [];
    }
  };
}
