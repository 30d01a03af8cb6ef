import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { namedFile } from '../../src/base/namedFile.ts';

const folder = mkdtempSync(join(tmpdir(), 'sluice-named-'));
const file = join(folder, 'file');
writeFileSync(file, 'text');
afterAll(() => rmSync(folder, { recursive: true }));

it('reads a file that a person has named', () => {
  expect(namedFile('no matter', () => readFileSync(file, 'utf8'))).toBe('text');
});

it.each(['nothere.pem', '', 'file/in'])('takes the name %j for a wrong value, where no file has it', (name) => {
  const read = (): string => namedFile("the key can't be read", () => readFileSync(join(folder, name), 'utf8'), 'name a key');
  expect(read).toThrow(expect.objectContaining({ code: 'usage', message: expect.stringContaining("the key can't be read: ") as string }));
});

it('leaves what else is in the way to the disk, and other errors as they are', () => {
  const denied = Object.assign(new Error('denied'), { code: 'EACCES', syscall: 'open' });
  const failing = (error: Error) => () =>
    namedFile("the key can't be read", () => {
      throw error;
    });
  expect(failing(denied)).toThrow(expect.objectContaining({ code: 'store' }));
  expect(failing(new RangeError('other'))).toThrow(RangeError);
});
