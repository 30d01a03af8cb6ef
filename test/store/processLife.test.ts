import { expect, test } from 'vitest';
import { processLife } from '../../src/store/processLife.ts';

test('each process has a life of its own on Linux, which stays what it is, and none where there is no process', () => {
  const own = processLife(process.pid);
  expect(processLife(process.pid)).toBe(own);
  expect(processLife(2 ** 30)).toBeUndefined();
  if (process.platform === 'linux') {
    expect(own).toMatch(/^[0-9a-f-]{36} \d+$/);
    expect(processLife(process.ppid)).not.toBe(own);
  } else expect(own).toBeUndefined();
});
