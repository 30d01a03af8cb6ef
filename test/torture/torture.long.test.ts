import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const TORTURE = fileURLToPath(new URL('torture.ts', import.meta.url));

/** Wrong values of options: of each kind, and where they would be read late. */
const CASES: readonly (readonly string[])[] = [
  ['--kills', 'nope'],
  ['--images', '0'],
  ['fuzz', '--execution', '-1.5'],
  ['treasury', '--seed', '1.5'],
  ['lanes', '--faults', '7'],
  ['writer', '--pairs', '99'],
  ['farm', '--workers', '0'],
  ['farm', '--trials', '5'],
];

describe('torture', () => {
  it.each(CASES.map((args) => ({ args, text: args.join(' ') })))('names the option of $text on one line, and ends with 2', ({ args }) => {
    const [option, value] = args.slice(-2);
    const { status, stderr } = spawnSync(process.execPath, [TORTURE, ...args.slice(0, -2), `${option}=${value}`], { encoding: 'utf8' });
    expect(stderr).toMatch(/^[^\n]+\n$/);
    expect(stderr).toContain(`${option} must be a`);
    expect(stderr).toContain(`not ${value}`);
    expect(status).toBe(2);
  });

  it.each(['--nope', 'nope'])('says of %s what it does not know', (arg) => {
    const { status, stderr } = spawnSync(process.execPath, [TORTURE, arg], { encoding: 'utf8' });
    expect(stderr).toMatch(/^[^\n]*nope[^\n]*\n$/);
    expect(status).toBe(2);
  });
});
