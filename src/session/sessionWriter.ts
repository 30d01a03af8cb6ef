import { mkdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../base/clock.ts';
import { messageOf } from '../base/fault.ts';
import type { Instant } from '../base/instant.ts';
import type { Output } from '../engine/engineState.ts';
import type { Event } from '../model/event.ts';
import { decisionsText } from './decisions.ts';
import { packedChunk, PART_HEADER } from './sessionChunk.ts';
import { SessionEncoder } from './sessionEncoder.ts';
import { writeEnding } from './sessionEnding.ts';
import { type SessionManifest, writeManifest } from './sessionManifest.ts';
import { partName } from './sessionParts.ts';
import { type SessionReload, writeReload } from './sessionReload.ts';

export interface SessionWriterOptions {
  /** The folder to make. It must not exist yet. */
  readonly folder: string;
  readonly manifest: SessionManifest;
  readonly clock: Clock;
  readonly onTrouble: (message: string) => void;
}

/** A chunk is closed when it has grown to this size, */
const CHUNK_BYTES = 64 * 1024;
/** or when it is this old. A crash loses no more than that. */
const CHUNK_MS = 5000;
/** The most bytes that may wait for a slow disk. */
const MOST_WAITING = 64 * 1024 * 1024;

interface Chunk {
  readonly part: string;
  readonly events: number;
  readonly raw: Uint8Array;
}

/**
 * Writes down what the engine saw and decided. `record` takes some microseconds: it encodes at once, because books are reused,
 * and leaves packing and writing for later. When the disk refuses or falls too far behind, the session ends there and says so,
 * and the daemon goes on.
 */
export class SessionWriter {
  readonly #options: SessionWriterOptions;
  readonly #encoder = new SessionEncoder();
  #part = '';
  #chunkBegan: Instant = 0;
  /** How many events are in the files. */
  #events = 0;
  #waiting = 0;
  #failure: string | undefined;
  /** Whether a chunk was left incomplete in its file, so that nothing behind it could be read. */
  #isTorn = false;
  #isEnded = false;
  #work: Promise<void> = Promise.resolve();

  /** Makes the folder and writes the manifest. Throws the file system's errors. */
  constructor(options: SessionWriterOptions) {
    this.#options = options;
    mkdirSync(options.folder, { recursive: true, mode: 0o700 });
    writeManifest(options.folder, options.manifest);
  }

  /** Writes down what the next `reload` puts into force, and once more when the engine has refused it. Never throws. */
  reloading(reload: SessionReload): void {
    if (this.#failure !== undefined || this.#isEnded) return;
    try {
      writeReload(this.#options.folder, reload);
    } catch (error) {
      this.#fail(`a reload can't be written: ${messageOf(error)}`);
    }
  }

  /** Records what the engine did on one event. `failure` is what it threw, if it did. Never throws. */
  record(event: Event, outputs: readonly Output[], failure?: string): void {
    if (this.#failure !== undefined || this.#isEnded) return;
    try {
      this.#turnPage(event.at);
      if (this.#encoder.count === 0) this.#chunkBegan = event.at;
      this.#encoder.add(event, decisionsText(outputs, failure));
      const age = event.at - this.#chunkBegan;
      if (this.#encoder.length >= CHUNK_BYTES || age >= CHUNK_MS || age < 0) this.#closeChunk();
    } catch (error) {
      this.#fail(`an event can't be written: ${messageOf(error)}`);
    }
  }

  /** Writes what is left and how the session ended. A second call waits for the same end. */
  async end(reason: string): Promise<void> {
    if (!this.#isEnded) {
      this.#closeChunk();
      this.#isEnded = true;
    }
    await this.#work;
    const { folder, clock } = this.#options;
    try {
      writeEnding(folder, {
        how: this.#failure === undefined ? 'ended' : 'incomplete',
        at: clock.now(),
        events: this.#events,
        reason: this.#failure ?? reason,
      });
    } catch (error) {
      this.#options.onTrouble(`the end of the session could not be written: ${messageOf(error)}`);
    }
  }

  /** Begins a new part for each new day. A clock that is set back does not reopen the last one. */
  #turnPage(at: Instant): void {
    const part = partName(at);
    if (part <= this.#part) return;
    this.#closeChunk();
    this.#encoder.reset();
    this.#part = part;
  }

  #closeChunk(): void {
    if (this.#encoder.count === 0 || this.#failure !== undefined) return;
    const chunk = { part: this.#part, events: this.#encoder.count, raw: this.#encoder.take() };
    this.#waiting += chunk.raw.length;
    if (this.#waiting > MOST_WAITING && this.#waiting > chunk.raw.length) {
      this.#fail('the disk is too slow for it');
      return;
    }
    this.#work = this.#options.clock.track(this.#work.then(() => this.#write(chunk)));
  }

  async #write({ part, events, raw }: Chunk): Promise<void> {
    this.#waiting -= raw.length;
    if (this.#isTorn) return;
    try {
      const packed = await packedChunk(raw);
      // The file is opened for each chunk, so that a folder that somebody removed is noticed and no file stays open for weeks.
      const file = await open(join(this.#options.folder, part), 'a', 0o600);
      try {
        if ((await file.stat()).size === 0) await file.writeFile(PART_HEADER);
        // Writes all of it or throws: a disk that is nearly full takes only a part of a write.
        await file.writeFile(packed);
      } finally {
        await file.close();
      }
      this.#events += events;
    } catch (error) {
      this.#isTorn = true;
      this.#fail(messageOf(error));
    }
  }

  #fail(reason: string): void {
    if (this.#failure !== undefined) return;
    this.#failure = reason;
    this.#options.onTrouble(`the session is not written any further, and can be replayed up to here: ${reason}`);
  }
}
