import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { Secret } from '../../src/base/secret.ts';
import { hiddenSoFar } from '../../src/base/redacted.ts';
import { draw, guardedIo, guardedOutput } from '../../src/cli/outputGuard.ts';
import { note, say } from '../../src/cli/shell.ts';
import { testIo, testShell } from './testIo.ts';

function output(isTTY: boolean) {
  let text = '';
  const stream = new PassThrough();
  stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const guarded = guardedOutput(Object.assign(stream, { isTTY, columns: 80 }), hiddenSoFar());
  return { guarded, text: () => text };
}

const HOSTILE = 'a\u001b]0;owned\u0007b\u009b2Jc\u202ed\u001b[2Je';

describe('an output of a command', () => {
  it.each([true, false])('B5: is not driven by what stands in a text (terminal: %s)', (isTTY) => {
    const { guarded, text } = output(isTTY);
    guarded.write(`${HOSTILE}\n`);
    guarded.write(Buffer.from(`${HOSTILE}\n`));
    expect(text()).toBe('a\\u001b]0;owned\\u0007b\\u009b2Jc\\u202ed\\u001b[2Je\n'.repeat(2));
  });

  it('lets colours through on a terminal only, and what redraws only when it is drawn', () => {
    const [terminal, pipe] = [output(true), output(false)];
    for (const { guarded } of [terminal, pipe]) guarded.write('\u001b[1mbold\u001b[22m\u001b[8mconcealed?\u001b[3A');
    expect(terminal.text()).toContain('\u001b[1mbold\u001b[22m');
    expect(terminal.text()).toContain('\\u001b[3A');
    expect(pipe.text()).not.toContain('\u001b');
    draw(terminal.guarded, '\r\u001b[3A\u001b[2Krow\u001b[0J\u001b]0;owned\u0007');
    expect(terminal.text()).toContain('\r\u001b[3A\u001b[2Krow\u001b[0J\\u001b]0;owned\\u0007');
  });

  it('B6: shows no secret, in text and in bytes, whole or in pieces of a character', () => {
    const { guarded, text } = output(false);
    const secret = new Secret('aSecretOfThisVeryTest+/42');
    guarded.write(`it is ${secret.reveal()}!\n`);
    for (const byte of Buffer.from('grüße\n')) guarded.write(Uint8Array.of(byte));
    expect(text()).toBe('it is ***!\ngrüße\n');
  });

  it('is the stream beneath in all other ways, and is guarded once', () => {
    const { guarded } = output(true);
    expect([guarded.isTTY, guarded.columns, typeof guarded.on, guardedOutput(guarded) === guarded]).toEqual([true, 80, 'function', true]);
    const io = testIo();
    expect(guardedIo(io).out).toBe(io.out);
  });

  it('is what every line of a command goes through', () => {
    const shell = testShell();
    const io = testIo();
    say({ ...shell, err: io.err }, HOSTILE);
    note({ ...shell, err: io.err }, HOSTILE);
    note({ ...testShell({ output: 'json' }), err: io.err }, HOSTILE);
    expect(io.stderr()).not.toMatch(/[^\n -~]/);
    expect(JSON.parse(io.stderr().split('\n')[2]!)).toEqual({ note: HOSTILE });
  });
});
