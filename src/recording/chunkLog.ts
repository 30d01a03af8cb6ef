import type { Clock } from '../base/clock.ts';
import { diskReason } from '../base/diskFault.ts';
import { Fault } from '../base/fault.ts';
import type { Instant } from '../base/instant.ts';
import type { LooseChunk } from './chunkBuilder.ts';
import { HEAD_BYTES, HEADER, HEADER_CHUNKS, sealChunk } from './chunk.ts';
import { dayFilePath, type DayFileKind, listDayFiles } from './dayFiles.ts';
import { type Disk, type DiskFile, syncFolder } from './disk.ts';
import { inspectDayFile } from './inspectDayFile.ts';

/** How to write a file's header, and whether records may be added to a file that has a header already. */
export interface LogHeader {
  readonly text: string;
  continues(existing: string): boolean;
}

export interface ChunkLogOptions {
  readonly folder: string;
  readonly kind: DayFileKind;
  readonly clock: Clock;
  readonly disk: Disk;
  /** Writes are forced to the disk when a file is left, and otherwise at most once in this time. */
  readonly syncMs: number;
  /** The queue was dropped and no file is open. Nothing more is written before the next `begin`. */
  readonly onFailure: (fault: Fault) => void;
  /** Something has been written again after a failure. */
  readonly onRecovered: () => void;
  /** A file was closed because the next one begins. */
  readonly onLeft: () => void;
}

type Task = { readonly chunk: LooseChunk } | { readonly day: Instant; readonly header: LogHeader };

interface OpenFile {
  readonly disk: DiskFile;
  length: number;
  sequence: number;
  /** Whether something was written that may not be on the disk yet. */
  isDirty: boolean;
}

/** Appends chunks to the day's files, one after the other, each in one write. */
export class ChunkLog {
  readonly #options: ChunkLogOptions;
  #tasks: Task[] = [];
  #queuedBytes = 0;
  #writtenBytes = 0;
  #file: OpenFile | undefined;
  #path: string | undefined;
  #work: Promise<void> | undefined;
  #syncedAtMs: number;
  #hasFailed = false;
  #writtenAt: Instant | undefined;
  #writtenEntries = 0;
  #writtenGaps = 0;

  constructor(options: ChunkLogOptions) {
    this.#options = options;
    this.#syncedAtMs = options.clock.monotonicMs();
  }

  get queuedBytes(): number {
    return this.#queuedBytes;
  }
  /** Bytes written since the log was made. */
  get writtenBytes(): number {
    return this.#writtenBytes;
  }
  /** The time of the last record that was written. Undefined before the first. */
  get writtenAt(): Instant | undefined {
    return this.#writtenAt;
  }
  /** Books (or quotes) and gaps written since the log was made. */
  get writtenEntries(): number {
    return this.#writtenEntries;
  }
  get writtenGaps(): number {
    return this.#writtenGaps;
  }
  /** The file that is being written, or will be again after a failure. */
  get openPath(): string | undefined {
    return this.#path;
  }

  /** Continues the day's file, or begins one. An incomplete end that a crash left is cut off. */
  begin(day: Instant, header: LogHeader): void {
    this.#add({ day, header });
  }

  append(chunk: LooseChunk): void {
    this.#queuedBytes += chunk.bytes.length;
    this.#add({ chunk });
  }

  /** Resolves when everything queued so far is written or dropped. */
  async drained(): Promise<void> {
    while (this.#work !== undefined) await this.#work;
  }

  /** Writes everything, forces it to the disk, and closes the file. */
  async close(): Promise<void> {
    await this.drained();
    try {
      await this.#options.clock.track(this.#leave());
    } catch (error) {
      this.#fail(error);
    }
    this.#path = undefined;
  }

  #add(task: Task): void {
    this.#tasks.push(task);
    this.#work ??= this.#options.clock.track(this.#run());
  }

  async #run(): Promise<void> {
    try {
      for (let task = this.#tasks.shift(); task !== undefined; task = this.#tasks.shift()) {
        if ('day' in task) await this.#open(task.day, task.header);
        else await this.#write(task.chunk);
      }
    } catch (error) {
      await this.#file?.disk.close().catch(() => undefined);
      this.#file = undefined;
      this.#fail(error);
    } finally {
      this.#work = undefined;
    }
  }

  #fail(error: unknown): void {
    this.#hasFailed = true;
    this.#tasks = [];
    this.#queuedBytes = 0;
    const { folder } = this.#options;
    this.#options.onFailure(new Fault('store', `${folder} can't be written to: ${diskReason(error)}`, { cause: error, retryable: true }));
  }

  async #open(day: Instant, header: LogHeader): Promise<void> {
    const { folder, kind, disk, onLeft } = this.#options;
    const wasOpen = this.#file !== undefined;
    await this.#leave();
    const newest = listDayFiles(folder, kind).findLast((file) => file.day === day);
    const found = newest === undefined || newest.closed ? undefined : inspectDayFile(newest);
    // A file whose beginning never reached the disk is begun again.
    const isBlank = found !== undefined && found.chunks === 0;
    const goesOn = found?.headerText !== undefined && header.continues(found.headerText);
    const part = newest === undefined ? 0 : goesOn || isBlank ? newest.part : newest.part + 1;
    const path = dayFilePath(folder, kind, day, part);
    const file = await disk.open(path);
    this.#path = path;
    this.#file = { disk: file, length: 0, sequence: 0, isDirty: true };
    if (goesOn) {
      await file.truncate(found.intactBytes);
      Object.assign(this.#file, { length: found.intactBytes, sequence: found.nextSequence });
    } else {
      await file.truncate(0);
      await this.#writeHeader(day, header.text);
      await syncFolder(folder);
    }
    if (wasOpen) onLeft();
  }

  /** Writes the header twice, so that one wrong bit in it does not make the whole file unreadable. */
  async #writeHeader(day: Instant, text: string): Promise<void> {
    const payload = new TextEncoder().encode(text);
    const head = { kind: HEADER, flags: 0, entries: 0, gaps: 0, firstAt: day, lastAt: day };
    for (let copy = 0; copy < HEADER_CHUNKS; copy++) {
      const bytes = new Uint8Array(HEAD_BYTES + payload.length);
      bytes.set(payload, HEAD_BYTES);
      await this.#append(bytes, head);
    }
  }

  async #write({ bytes, head }: LooseChunk): Promise<void> {
    // After a failure no file is open until the next `begin`. The chunks for the old file went with the queue.
    if (this.#file === undefined) return;
    await this.#append(bytes, head);
    this.#queuedBytes -= bytes.length;
    this.#writtenAt = head.lastAt;
    this.#writtenEntries += head.entries;
    this.#writtenGaps += head.gaps;
    const { clock, syncMs, onRecovered } = this.#options;
    if (this.#hasFailed) onRecovered();
    this.#hasFailed = false;
    const now = clock.monotonicMs();
    if (now - this.#syncedAtMs < syncMs) return;
    this.#syncedAtMs = now;
    this.#file.isDirty = false;
    await this.#file.disk.datasync();
  }

  async #append(bytes: Uint8Array, head: LooseChunk['head']): Promise<void> {
    const file = this.#file!;
    sealChunk(bytes, { ...head, sequence: file.sequence });
    await file.disk.write(bytes, file.length);
    file.length += bytes.length;
    this.#writtenBytes += bytes.length;
    file.sequence++;
    file.isDirty = true;
  }

  async #leave(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    if (file === undefined) return;
    try {
      if (file.isDirty) await file.disk.datasync();
    } finally {
      await file.disk.close();
    }
  }
}
