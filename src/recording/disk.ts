import { type FileHandle, open, rename } from 'node:fs/promises';

/** What a recorder needs of a disk. It is a port, so that tests can try a full disk. */
export interface Disk {
  /** Opens a file for writing, and makes it if it is missing. */
  open(path: string): Promise<DiskFile>;
}

export interface DiskFile {
  /** Writes all of the bytes at a position. After a rejection, any part of them may have been written. */
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

/** Makes files that were created, renamed or deleted in a folder survive a loss of power. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Moves a complete file to its place, either wholly or not at all. */
export async function moveInPlace(from: string, to: string, folder: string): Promise<void> {
  await rename(from, to);
  await syncFolder(folder);
}
