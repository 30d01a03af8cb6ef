import { parentPort, workerData } from 'node:worker_threads';
import { present } from '../../base/assert.ts';
import { Fault, isFault, messageOf } from '../../base/fault.ts';
import { foreignCode, type OwnStrategies, sessionEngine, type SessionEngine } from '../../session/sessionEngine.ts';
import { readManifest } from '../../session/sessionManifest.ts';
import type { StoryReply } from './storyMessages.ts';
import { type StoryPlace, tellStory } from './tellStory.ts';

/** What the thread that tells a story is given. */
export interface StoryWorkerData {
  readonly id: string;
  readonly place: StoryPlace;
  /** The strategies that may run: those of the daemon's own configuration. */
  readonly own: OwnStrategies;
  /** Nothing is run, and what strategies logged and plotted is left out. */
  readonly quick: boolean;
}

/** Tells one story on a thread of its own, since a session may have many events. */
const { id, place, own, quick } = workerData as StoryWorkerData;
const notes: string[] = [];
const say = (text: string): void => void notes.push(text);

/** A session runs nothing that the daemon's configuration does not name. */
async function engineOf(folder: string): Promise<SessionEngine> {
  const manifest = readManifest(folder);
  const foreign = foreignCode(manifest, own);
  if (foreign.length > 0) throw new Fault('refused', `this daemon's configuration does not name ${foreign.join(', ')}`);
  return sessionEngine(manifest);
}

async function reply(): Promise<StoryReply> {
  try {
    return { type: 'told', rows: await tellStory(id, place, { say, engineOf: quick ? undefined : engineOf }), notes };
  } catch (error) {
    const { code, message, suggestion } = isFault(error) ? error : new Fault('internal', messageOf(error));
    return { type: 'failed', code, message, suggestion };
  }
}

const port = present(parentPort, 'this file is the entry of a worker: its port');
port.postMessage(await reply());
