import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { assertOwned } from '../../src/control/assertOwned.ts';
import { socketPath } from '../../src/daemon/socketPath.ts';

describe(socketPath.name, () => {
  it('leaves a path alone that a unix socket can have', () => {
    expect(socketPath('/var/lib/sluice/sluice.sock')).toBe('/var/lib/sluice/sluice.sock');
    const longest = `/${'a'.repeat(102)}`;
    expect(socketPath(longest)).toBe(longest);
  });

  it('puts a short one in the place of a longer one, the same each time and another for each path', () => {
    const long = `/${'a'.repeat(103)}`;
    const short = socketPath(long);
    expect(Buffer.byteLength(short)).toBeLessThanOrEqual(103);
    expect(dirname(dirname(short))).toBe(tmpdir());
    expect(socketPath(long)).toBe(short);
    expect(socketPath(`${long}b`)).not.toBe(short);
  });

  it('counts bytes and not characters', () => {
    expect(socketPath(`/${'ü'.repeat(60)}`)).toContain(tmpdir());
  });
});

describe(assertOwned.name, () => {
  it('takes what is ours or the system’s', () => {
    expect(() => assertOwned(tmpdir())).not.toThrow();
    expect(() => assertOwned(import.meta.filename)).not.toThrow();
  });
});
