import {
  closeSync,
  copyFileSync,
  existsSync,
  fstatSync,
  linkSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Clock } from '../../base/clock.ts';
import { onDisk } from '../../base/diskFault.ts';
import { Fault } from '../../base/fault.ts';
import { oneAtATime } from '../../base/oneAtATime.ts';
import { makeFolder } from '../../recording/makeFolder.ts';
import { fetchRecording } from './fetchRecording.ts';
import { hashOf, type RecordedFile } from './recordedFiles.ts';
import type { RecordingSource } from './serveRecordings.ts';

export interface CacheOptions {
  /** Absolute. Several processes may share it. */
  readonly folder: string;
  readonly mostBytes: number;
  /** A folder of recordings that may have the files already, absolute. */
  readonly shared?: string | undefined;
  readonly clock: Clock;
}

/** A view that nobody has touched for so long belongs to a process that is gone. */
const VIEW_DEAD_MS = 10 * 60_000;
const OBJECT = /^[0-9a-f]{64}$/;

/**
 * Recordings by their content. A sweep sees its files as a folder of recordings (a view), made of links: what is thrown away from the
 * cache stays in the views that have it, until they end.
 */
export class RecordingCache {
  readonly #options: CacheOptions;
  readonly #objects: string;
  readonly #views: string;
  /** The views that this process is making or using. */
  readonly #own = new Set<string>();
  /** Files are fetched one after the other: two views may want the same. */
  readonly #inTurn = oneAtATime();

  constructor(options: CacheOptions) {
    this.#options = options;
    this.#objects = join(options.folder, 'objects');
    this.#views = join(options.folder, 'views');
    onDisk(`the cache ${options.folder} can't be used`, () => {
      for (const folder of [this.#objects, this.#views]) makeFolder(folder);
      this.#removeDeadViews();
    });
  }

  /** The folder of recordings of a sweep. Its name is unique among the processes that share the cache. */
  view(name: string, files: readonly RecordedFile[], source: RecordingSource): Promise<string> {
    return this.#inTurn(async () => {
      try {
        return await this.#made(name, files, source);
      } catch (error) {
        this.remove(name);
        throw error;
      }
    });
  }

  /** To be called now and then, also while one is being made: views that nobody keeps are taken for those of a process that is gone. */
  keepViews(): void {
    const now = new Date(this.#options.clock.now());
    for (const name of this.#own) {
      try {
        utimesSync(join(this.#views, name), now, now);
      } catch {
        // One that is not there yet, or that somebody has removed, is missed by whoever reads it; the worker goes on.
      }
    }
  }

  remove(name: string): void {
    this.#own.delete(name);
    rmSync(join(this.#views, name), { recursive: true, force: true });
  }

  async #made(name: string, files: readonly RecordedFile[], source: RecordingSource): Promise<string> {
    const folder = join(this.#views, name);
    this.remove(name);
    this.#own.add(name);
    makeFolder(folder);
    const wanted = new Set(files.map(({ sha256 }) => sha256));
    this.#requireRoom(files);
    for (const file of files) {
      const place = placeIn(folder, file);
      makeFolder(dirname(place));
      const shared = this.#sharedFile(file);
      if (shared !== undefined) symlinkSync(shared, place);
      else onDisk(`${place} can't be made`, linkOrCopy(await this.#object(file, source, wanted), place));
    }
    return folder;
  }

  /** The same file in the shared folder. A day that is not closed yet is never taken from there: it grows, and goes once it is compressed. */
  #sharedFile(file: RecordedFile): string | undefined {
    const { shared } = this.#options;
    if (shared === undefined || !file.path.endsWith('.zst')) return undefined;
    const path = placeIn(shared, file);
    return isOf(path, file) ? path : undefined;
  }

  async #object(file: RecordedFile, source: RecordingSource, wanted: ReadonlySet<string>): Promise<string> {
    const path = join(this.#objects, file.sha256);
    if (isOf(path, file)) {
      const now = new Date(this.#options.clock.now());
      utimesSync(path, now, now);
      return path;
    }
    this.#makeRoom(file.bytes, wanted);
    await fetchRecording(source, file, path, this.#options.clock);
    return path;
  }

  #requireRoom(files: readonly RecordedFile[]): void {
    const { mostBytes, folder } = this.#options;
    const needed = files.filter((file) => this.#sharedFile(file) === undefined).reduce((sum, { bytes }) => sum + bytes, 0);
    if (needed <= mostBytes) return;
    throw new Fault('store', `the recordings of this sweep have ${needed} bytes, and the cache ${folder} may have ${mostBytes}`, {
      suggestion: 'raise --cache-size, or share a folder (--data)',
    });
  }

  /** Throws away what was not used for the longest time. */
  #makeRoom(bytes: number, wanted: ReadonlySet<string>): void {
    const names = readdirSync(this.#objects).filter((name) => OBJECT.test(name));
    const objects = names.flatMap((name) => {
      const stat = statSync(join(this.#objects, name), { throwIfNoEntry: false });
      return stat === undefined ? [] : [{ name, bytes: stat.size, usedMs: stat.mtimeMs }];
    });
    let left = this.#options.mostBytes - bytes - objects.reduce((sum, object) => sum + object.bytes, 0);
    for (const object of objects.filter(({ name }) => !wanted.has(name)).toSorted((a, b) => a.usedMs - b.usedMs)) {
      if (left >= 0) return;
      rmSync(join(this.#objects, object.name), { force: true });
      left += object.bytes;
    }
  }

  #removeDeadViews(): void {
    const now = this.#options.clock.now();
    for (const name of readdirSync(this.#views)) {
      const stat = statSync(join(this.#views, name), { throwIfNoEntry: false });
      if (stat !== undefined && now - stat.mtimeMs > VIEW_DEAD_MS) this.remove(name);
    }
    for (const name of readdirSync(this.#objects)) {
      if (OBJECT.test(name)) continue;
      const stat = statSync(join(this.#objects, name), { throwIfNoEntry: false });
      if (stat !== undefined && now - stat.mtimeMs > VIEW_DEAD_MS) rmSync(join(this.#objects, name), { force: true });
    }
  }
}

/** A name from another machine leads nowhere but below the folder. */
function placeIn(folder: string, { path, sha256 }: RecordedFile): string {
  if (!/^[A-Za-z0-9-]{1,60}\/[\w.-]{1,60}$/.test(path) || path.includes('..') || !OBJECT.test(sha256))
    throw new Fault('invalid-request', `${path} of the hash ${sha256} is no recording`);
  return join(folder, path);
}

function isOf(path: string, { bytes, sha256 }: RecordedFile): boolean {
  if (!existsSync(path)) return false;
  return onDisk(`${path} can't be read`, () => {
    const file = openSync(path, 'r');
    try {
      return fstatSync(file).size === bytes && hashOf(file, bytes) === sha256;
    } finally {
      closeSync(file);
    }
  });
}

/** Not every file system has links. */
function linkOrCopy(object: string, place: string): () => void {
  return () => {
    try {
      linkSync(object, place);
    } catch {
      copyFileSync(object, place);
    }
  };
}
