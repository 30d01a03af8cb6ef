import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copyBytes, readTar, TarWriter } from '../../src/backup/tarFile.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-tar-'));
  path = join(folder, 'a.tar');
});
afterEach(() => rmSync(folder, { recursive: true }));

function written(): void {
  writeFileSync(join(folder, 'large'), Buffer.alloc(1_500_000, 'x'));
  const writer = new TarWriter(path, Date.UTC(2026, 10, 20));
  writer.addText('first.json', '{}');
  writer.addText('empty', '');
  writer.addFile('inner/large', join(folder, 'large'), 1_500_000);
  writer.end();
}

function read(): readonly string[] {
  const file = openSync(path, 'r');
  try {
    return readTar(file, path).map(({ name, bytes, offset }) => {
      let sum = 0;
      copyBytes(file, offset, bytes, (chunk) => (sum += chunk.reduce((total, byte) => total + byte, 0)));
      return `${name} ${bytes} ${sum}`;
    });
  } finally {
    closeSync(file);
  }
}

describe(TarWriter, () => {
  it('writes what is read back, for this user only', () => {
    written();
    expect(read()).toEqual(['first.json 2 248', 'empty 0 0', `inner/large 1500000 ${1_500_000 * 120}`]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(path).size % 512).toBe(0);
  });

  it('never writes over a file, refuses names and sizes that have no room, and notices a file that became shorter', () => {
    written();
    expect(() => new TarWriter(path, 0)).toThrow(/EEXIST/);
    const writer = new TarWriter(join(folder, 'b.tar'), 0);
    expect(() => writer.addText('x'.repeat(101), '')).toThrow(/100 bytes at most/);
    expect(() => writer.addFile('huge', join(folder, 'large'), 8 ** 11)).toThrow(/a file in a backup has/);
    expect(() => writer.addFile('short', join(folder, 'large'), 2_000_000)).toThrow(/ends after 1500000 of 2000000 bytes/);
  });
});

describe(readTar, () => {
  const changed = (change: (bytes: Buffer) => void): void => {
    written();
    const bytes = readFileSync(path);
    change(bytes);
    writeFileSync(path, bytes);
  };

  it.each<[string, (bytes: Buffer) => void, RegExp]>([
    ['a name that was changed', (bytes) => bytes.write('evil', 0), /the header at byte 0 is damaged/],
    ['a link', (bytes) => summed(bytes, '2', 156), /the member at byte 0 is no plain file/],
    ['a size that is none', (bytes) => summed(bytes, 'zzzzzzzzzzz', 124), /the member at byte 0 has no size/],
  ])('refuses %s', (_what, change, words) => {
    changed(change);
    expect(read).toThrow(words);
  });

  it.each([[0], [100], [512], [700_000]])('refuses one that ends after %d bytes', (bytes) => {
    written();
    truncateSync(path, bytes);
    expect(read).toThrow(/can't be read: it ends before its end is marked/);
  });
});

/** Changes the first header, and makes its checksum right again. */
function summed(bytes: Buffer, text: string, place: number): void {
  bytes.write(text, place);
  bytes.write('        ', 148);
  let total = 0;
  for (const byte of bytes.subarray(0, 512)) total += byte;
  bytes.write(`${total.toString(8).padStart(6, '0')}\0 `, 148);
}
