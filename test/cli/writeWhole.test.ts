import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { writeWhole } from '../../src/cli/writeWhole.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

it('leaves alone what another process is writing to the same file, and the place as it was where it fails', async () => {
  const [path, other] = [folder.path('out.csv'), folder.path('out.csv.partial')];
  writeFileSync(other, 'half of it');
  await writeWhole(path, ['one\n', 'two\n']);
  expect(readFileSync(path, 'utf8')).toBe('one\ntwo\n');
  expect(readFileSync(other, 'utf8')).toBe('half of it');
  const failing = function* (): Generator<string> {
    yield 'three\n';
    throw new Error('the recording ends');
  };
  await expect(writeWhole(path, failing())).rejects.toThrow('the recording ends');
  expect(readFileSync(path, 'utf8')).toBe('one\ntwo\n');
  expect(existsSync(`${path}.${process.pid}.partial`)).toBe(false);
});
