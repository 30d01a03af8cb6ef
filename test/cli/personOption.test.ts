import { userInfo } from 'node:os';
import { describe, expect, it } from 'vitest';
import { personOf } from '../../src/cli/personOption.ts';

describe('the person who asks', () => {
  it('is the one that is named, else that of the environment, else the user', () => {
    const env = { SLUICE_PERSON: 'anna' };
    expect([personOf({ env }, 'ben'), personOf({ env }, undefined), personOf({ env: {} }, undefined)]).toEqual([
      'ben',
      'anna',
      userInfo().username,
    ]);
  });

  it('is asked for where the system does not know the user, as in a container that runs under any number', () => {
    const nobody = (): never => {
      throw new Error('A system error occurred: uv_os_get_passwd returned ENOENT');
    };
    expect(() => personOf({ env: {} }, undefined, nobody)).toThrow(/who you are is not known: user \d+ has no name on this machine/);
    expect(personOf({ env: {} }, 'ben', nobody)).toBe('ben');
  });
});
