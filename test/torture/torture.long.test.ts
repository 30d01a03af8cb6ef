import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const TORTURE = fileURLToPath(new URL('torture.ts', import.meta.url));

/** A wrong value of an option, for each part that reads it. */
const CASES: readonly (readonly string[])[] = [
  ['--kills', 'nope'],
  ['--images', '0'],
  ['--faults', '2'],
  ['--seed', 'x'],
  ['fuzz', '--executions', 'nope'],
  ['fuzz', '--execution', '-1.5'],
  ['trades', '--kills', 'nope'],
  ['executors', '--kills', '0'],
  ['treasury', '--kills', 'nope'],
  ['treasury', '--seed', '1.5'],
  ['month', '--movements', 'nope'],
  ['lanes', '--minutes', 'nope'],
  ['lanes', '--faults', '7'],
  ['lanes', '--unknown', '1.5'],
  ['steps', '--steps', 'nope'],
  ['writer', '--pairs', '99'],
  ['writer', '--kills', 'nope'],
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
