import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { isAlive } from '../../src/store/isAlive.ts';

describe('isAlive', () => {
  it('tells processes that run, of whomever, from one that is over', () => {
    expect([isAlive(process.pid), isAlive(1)]).toEqual([true, true]);
    expect(isAlive(spawnSync(process.execPath, ['-e', '']).pid)).toBe(false);
  });
});
