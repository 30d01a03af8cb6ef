import { closeSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';
import { Fault } from '../base/fault.ts';

/** A member of an archive, by where its bytes are. */
export interface TarMember {
  readonly name: string;
  readonly bytes: number;
  readonly offset: number;
}

const BLOCK = 512;
const COPY_BYTES = 1024 * 1024;
const MOST_MEMBERS = 100_000;
/** Larger sizes have no room in eleven octal digits: 8 GiB. */
const MOST_BYTES = 8 ** 11 - 1;
const NAME_BYTES = 100;

/** Writes a tar archive (POSIX ustar) of plain files, for this user only, to a file that does not exist yet. Any `tar` lists and unpacks it. */
export class TarWriter {
  readonly #file: number;
  readonly #at: number;

  constructor(path: string, at: number) {
    this.#file = openSync(path, 'wx', 0o600);
    this.#at = at;
  }

  addText(name: string, text: string): void {
    const bytes = Buffer.from(text);
    writeAll(this.#file, this.#header(name, bytes.length));
    writeAll(this.#file, bytes);
    this.#pad(bytes.length);
  }

  /** Throws where the file ends before so many bytes. */
  addFile(name: string, path: string, bytes: number): void {
    writeAll(this.#file, this.#header(name, bytes));
    const source = openSync(path, 'r');
    try {
      copyBytes(source, 0, bytes, (chunk) => writeAll(this.#file, chunk));
    } finally {
      closeSync(source);
    }
    this.#pad(bytes);
  }

  /** It is on the disk before this returns. */
  end(): void {
    writeAll(this.#file, Buffer.alloc(2 * BLOCK));
    fsyncSync(this.#file);
    closeSync(this.#file);
  }

  #header(name: string, bytes: number): Buffer {
    const header = Buffer.alloc(BLOCK);
    if (Buffer.byteLength(name) > NAME_BYTES) throw new Fault('store', `${name}: a name in a backup has ${NAME_BYTES} bytes at most`);
    header.write(name, 0, NAME_BYTES, 'utf8');
    header.write('0000600\0', 100);
    header.write('0000000\0', 108);
    header.write('0000000\0', 116);
    if (bytes > MOST_BYTES) throw new Fault('store', `${name} has ${bytes} bytes: a file in a backup has ${MOST_BYTES} at most`);
    header.write(`${octal(bytes, 11)}\0`, 124);
    header.write(`${octal(Math.floor(this.#at / 1000), 11)}\0`, 136);
    header.write('0', 156);
    header.write('ustar\u000000', 257, 'latin1');
    header.write(`${octal(sumOf(header), 6)}\0 `, 148);
    return header;
  }

  #pad(bytes: number): void {
    writeAll(this.#file, Buffer.alloc((BLOCK - (bytes % BLOCK)) % BLOCK));
  }
}

/** The members of an archive, in their order. Throws a `Fault` `store` for anything that is no whole archive of plain files. */
export function readTar(file: number, path: string): readonly TarMember[] {
  const members: TarMember[] = [];
  const header = Buffer.alloc(BLOCK);
  for (let at = 0; ;) {
    if (readSync(file, header, 0, BLOCK, at) !== BLOCK) throw broken(path, 'it ends before its end is marked');
    if (header.every((byte) => byte === 0)) return members;
    if (members.length >= MOST_MEMBERS) throw broken(path, `it has more than ${MOST_MEMBERS} members`);
    const said = Number.parseInt(header.toString('latin1', 148, 154), 8);
    if (said !== sumOf(header)) throw broken(path, `the header at byte ${at} is damaged, or it is no tar archive`);
    if (header[156] !== 0x30) throw broken(path, `the member at byte ${at} is no plain file`);
    const bytes = sizeIn(header);
    if (!Number.isSafeInteger(bytes)) throw broken(path, `the member at byte ${at} has no size`);
    const end = header.indexOf(0);
    members.push({ name: header.toString('utf8', 0, end < 0 || end > NAME_BYTES ? NAME_BYTES : end), bytes, offset: at + BLOCK });
    at += BLOCK + Math.ceil(bytes / BLOCK) * BLOCK;
  }
}

/** Passes on so many bytes of an open file, in parts. Throws a `Fault` `store` where it ends before. */
export function copyBytes(file: number, offset: number, bytes: number, take: (chunk: Buffer) => void): void {
  const buffer = Buffer.alloc(Math.min(COPY_BYTES, Math.max(1, bytes)));
  for (let done = 0; done < bytes;) {
    const read = readSync(file, buffer, 0, Math.min(buffer.length, bytes - done), offset + done);
    if (read === 0) throw new Fault('store', `a file ends after ${done} of ${bytes} bytes`);
    take(buffer.subarray(0, read));
    done += read;
  }
}

function writeAll(file: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done);
}

function sizeIn(header: Buffer): number {
  const text = header.toString('latin1', 124, 135);
  return /^[0-7]{11}$/.test(text) ? Number.parseInt(text, 8) : Number.NaN;
}

function sumOf(header: Buffer): number {
  let sum = 0;
  for (const [at, byte] of header.entries()) sum += at >= 148 && at < 156 ? 0x20 : byte;
  return sum;
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, '0');
}

function broken(path: string, why: string): Fault {
  return new Fault('store', `${path} can't be read: ${why}`, { suggestion: 'take another backup' });
}
