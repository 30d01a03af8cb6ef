import { type FileHandle, open, rename } from 'node:fs/promises';

/** What a recorder asks of a disk. A port, so that a disk that is full can be tried. */
export interface Disk {
  /** Opens a file for writing, and makes it when there is none. */
  open(path: string): Promise<DiskFile>;
}

export interface DiskFile {
  /** Writes all of the bytes from a place on. After a rejection any part of them may have been written. */
  write(bytes: Uint8Array, position: number): Promise<void>;
  truncate(length: number): Promise<void>;
  datasync(): Promise<void>;
  close(): Promise<void>;
}

export const systemDisk: Disk = {
  async open(path) {
    const handle = await openOrMake(path);
    return {
      async write(bytes, position) {
        for (let done = 0; done < bytes.length;) {
          const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, position + done);
          done += bytesWritten;
        }
      },
      truncate: (length) => handle.truncate(length),
      datasync: () => handle.datasync(),
      close: () => handle.close(),
    };
  },
};

async function openOrMake(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r+');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return open(path, 'w+');
  }
}

/** Makes what was created, renamed or deleted in a folder outlast a loss of power. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Puts a complete file in its place, at once or not at all. */
export async function moveInPlace(from: string, to: string, folder: string): Promise<void> {
  await rename(from, to);
  await syncFolder(folder);
}
