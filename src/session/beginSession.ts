import type { Clock } from '../base/clock.ts';
import { messageOf } from '../base/fault.ts';
import { type ManifestFacts, sessionManifest } from './sessionManifest.ts';
import { newSessionFolder, removeOld, sealCrashed } from './sessions.ts';
import { SessionWriter } from './sessionWriter.ts';

/**
 * Begins the session of a daemon that starts. First it marks the sessions of daemons that died and removes those that are too
 * old. Undefined when no session is wanted, or when none can be written: trading does not depend on it.
 */
export function beginSession(
  state: string,
  facts: ManifestFacts,
  clock: Clock,
  onTrouble: (message: string) => void,
): SessionWriter | undefined {
  const { write, keep } = facts.settings.session;
  const now = clock.now();
  // A full disk lets no session be marked, and what is removed makes room: neither waits for the other.
  const work = [
    { what: 'a session that did not end could not be marked', seeTo: () => sealCrashed(state, now) },
    { what: 'old sessions could not be removed', seeTo: () => removeOld(state, keep, now) },
  ];
  for (const { what, seeTo } of work) {
    try {
      seeTo();
    } catch (error) {
      // Trouble with old sessions is no reason to go without a new one.
      onTrouble(`${what}: ${messageOf(error)}`);
    }
  }
  if (!write) return undefined;
  try {
    const folder = newSessionFolder(state, facts.startedAt);
    return new SessionWriter({ folder, manifest: sessionManifest(facts), clock, onTrouble });
  } catch (error) {
    onTrouble(`no session is written: ${messageOf(error)}`);
    return undefined;
  }
}
