import { createHash } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { diskFault } from '../base/diskFault.ts';
import { Fault } from '../base/fault.ts';
import {
  type BackupMember,
  MANIFEST,
  MANIFEST_SUM,
  type Manifest,
  manifestSum,
  MOST_MANIFEST_BYTES,
  notOurs,
  readManifest,
} from './manifest.ts';
import { copyBytes, readTar, type TarMember } from './tarFile.ts';

/** A backup that is open. Its members are compared with their hashes while they are read. */
export interface OpenBackup {
  readonly manifest: Manifest;
  /** Passes on the bytes of a member. Throws a `Fault` `store` at their end where they are not what was backed up. */
  readonly read: (member: BackupMember, take: (chunk: Buffer) => void) => void;
}

/** Runs `use` with a backup. Throws a `Fault`: `not-found`, `schema-newer`, or `store` where it is damaged or none. */
export async function withBackup<T>(path: string, use: (backup: OpenBackup) => T | Promise<T>): Promise<T> {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new Fault('not-found', `there is no ${path}`, { suggestion: 'name a file that `sluice backup` wrote' });
    throw diskFault(`the backup ${path} could not be opened`, error);
  }
  try {
    return await use(opened(file, path));
  } finally {
    closeSync(file);
  }
}

/** Reads all of it. Rejects as `withBackup` does. */
export function checkBackup(path: string): Promise<Manifest> {
  return withBackup(path, ({ manifest, read }) => {
    for (const member of manifest.members) read(member, () => undefined);
    return manifest;
  });
}

function opened(file: number, path: string): OpenBackup {
  const [first, second, ...rest] = readTar(file, path);
  if (first?.name !== MANIFEST || second?.name !== MANIFEST_SUM) throw notOurs(path, `it does not begin with ${MANIFEST}`);
  const content = textOf(file, first, path);
  if (textOf(file, second, path) !== manifestSum(content)) throw damaged(path, MANIFEST);
  const manifest = readManifest(content, path);
  const places = new Map(rest.map((member) => [member.name, member]));
  if (places.size !== manifest.members.length || rest.length !== places.size)
    throw notOurs(path, `its members are not those of ${MANIFEST}`);
  const read = (member: BackupMember, take: (chunk: Buffer) => void): void => {
    const place = places.get(member.name);
    if (place === undefined || place.bytes !== member.bytes) throw damaged(path, member.name);
    const hash = createHash('sha256');
    copyBytes(file, place.offset, place.bytes, (chunk) => {
      hash.update(chunk);
      take(chunk);
    });
    if (hash.digest('hex') !== member.sha256) throw damaged(path, member.name);
  };
  return { manifest, read };
}

function textOf(file: number, { name, bytes, offset }: TarMember, path: string): string {
  if (bytes > MOST_MANIFEST_BYTES) throw notOurs(path, `${name} has ${bytes} bytes`);
  const chunks: Buffer[] = [];
  copyBytes(file, offset, bytes, (chunk) => chunks.push(Buffer.from(chunk)));
  return Buffer.concat(chunks).toString();
}

function damaged(path: string, name: string): Fault {
  return new Fault('store', `${path} is damaged: ${name} is not what was backed up`, {
    suggestion: 'take another backup; nothing was restored',
  });
}
