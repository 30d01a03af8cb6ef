import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readSeal, type Sealed, SealFile } from '../../src/store/sealFile.ts';
import { temporaryFolder } from './builders.ts';

const sealed = (changes: number): Sealed => ({
  venue: 'venue.test',
  key: '…cb03',
  database: '/state/account-0123456789ab.sqlite',
  journal: 'a1',
  changes,
  epoch: 1,
  token: 'b2',
  at: 5,
});

let folder: ReturnType<typeof temporaryFolder>;
let path: string;

beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder.path, 'account.seal');
});
afterEach(() => folder.remove());

test('the newest seal stands, over lives of its writer too', () => {
  expect(readSeal(path)).toBeUndefined();
  for (const changes of [1, 2, 3]) {
    const file = new SealFile(path);
    file.write(sealed(changes), true);
    expect(readSeal(path)).toEqual(sealed(changes));
    file.write(sealed(changes + 10), false);
    file.close();
    expect(readSeal(path)).toEqual(sealed(changes + 10));
  }
});

test('a write that was cut anywhere leaves the seal before it', () => {
  const file = new SealFile(path);
  for (const changes of [1, 2]) file.write(sealed(changes), true);
  const before = readFileSync(path);
  file.write(sealed(3), true);
  file.close();
  const after = readFileSync(path);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: before.length }), (cut) => {
      writeFileSync(path, Buffer.concat([after.subarray(0, cut), before.subarray(cut)]));
      expect([2, 3]).toContain(readSeal(path)?.changes);
      writeFileSync(path, Buffer.concat([before.subarray(0, cut), after.subarray(cut)]));
      expect([2, 3]).toContain(readSeal(path)?.changes);
    }),
  );
});

test('a writer that has not noticed another one can’t hide what that one has sealed, and sees that it has', () => {
  for (const writes of [1, 2, 3]) {
    const file = new SealFile(path);
    for (let i = 0; i < writes; i++) file.write(sealed(i), false);
    expect(file.isAsKnown()).toBe(true);
    const other = new SealFile(path);
    other.write({ ...sealed(9), isRebuilding: true }, true);
    other.close();
    expect(file.isAsKnown()).toBe(false);
    file.write(sealed(8), true);
    expect(readSeal(path), `${writes}`).toMatchObject({ changes: 9, isRebuilding: true });
    expect(file.isOwn()).toBe(false);
    expect(file.look()).toEqual(readSeal(path));
    expect([file.isAsKnown(), file.isOwn()]).toEqual([true, false]);
    file.write(sealed(7), true);
    expect(file.isOwn()).toBe(true);
    file.close();
    expect(readSeal(path)).toEqual(sealed(7));
  }
});

test('writes that failed do not make a late one the newest', () => {
  writeFileSync(`${path}.probe`, '');
  const number = openSync(`${path}.probe`, 'r');
  closeSync(number);
  const file = new SealFile(path);
  // The system gives the lowest number that is free.
  file.write(sealed(1), false);
  closeSync(number);
  for (let n = 0; n < 5; n++) expect(() => file.write(sealed(2), false)).toThrow('could not be written');
  expect(openSync(path, 'r+')).toBe(number);
  const other = new SealFile(path);
  other.write(sealed(9), true);
  other.close();
  file.write(sealed(3), false);
  file.close();
  expect(readSeal(path)).toEqual(sealed(9));
});

test('a file that was taken away is made anew by its writer', () => {
  const file = new SealFile(path);
  file.write(sealed(1), true);
  rmSync(path);
  expect(file.isAsKnown()).toBe(false);
  expect(file.look()).toBeUndefined();
  expect(file.isAsKnown()).toBe(true);
  file.write(sealed(2), true);
  file.close();
  expect(readSeal(path)).toEqual(sealed(2));
});

test('a file without a whole seal is refused', () => {
  writeFileSync(path, '{"turn":1}');
  expect(() => readSeal(path)).toThrow('is damaged');
});
