import { Fault, isFault, messageOf } from '../../base/fault.ts';
import { answerParent } from '../../loading/answerParent.ts';
import { foreignCode, type OwnStrategies, sessionEngine, type SessionEngine } from '../../session/sessionEngine.ts';
import { readManifest } from '../../session/sessionManifest.ts';
import { receivedPlace, type SentPlace } from '../../store/sentPlace.ts';
import type { StoryReply } from './storyMessages.ts';
import { type StoryPlace, tellStory } from './tellStory.ts';

/** What the process that tells a story is given. */
export interface StoryWorkerData {
  readonly id: string;
  readonly place: Omit<StoryPlace, 'databases'> & { readonly databases: readonly SentPlace[] };
  /** The strategies that may run: those of the daemon's own configuration. */
  readonly own: OwnStrategies;
  /** Nothing is run, and what strategies logged and plotted is left out. */
  readonly quick: boolean;
}

/** Tells one story in a process of its own, since a session may have many events. */
async function reply({ id, place, own, quick }: StoryWorkerData): Promise<StoryReply> {
  const notes: string[] = [];
  const say = (text: string): void => void notes.push(text);
  const engineOf = quick ? undefined : (folder: string): Promise<SessionEngine> => ownEngine(folder, own);
  try {
    const databases = place.databases.map(receivedPlace);
    return { type: 'told', rows: await tellStory(id, { ...place, databases }, { say, engineOf }), notes };
  } catch (error) {
    const { code, message, suggestion } = isFault(error) ? error : new Fault('internal', messageOf(error));
    return { type: 'failed', code, message, suggestion };
  }
}

/** A session runs nothing that the daemon's configuration does not name. */
async function ownEngine(folder: string, own: OwnStrategies): Promise<SessionEngine> {
  const manifest = readManifest(folder);
  const foreign = foreignCode(manifest, own);
  if (foreign.length > 0)
    throw new Fault('refused', `this daemon's configuration does not name ${foreign.join(', ')}`, { outcome: 'not-sent' });
  return sessionEngine(manifest);
}

answerParent(reply);
