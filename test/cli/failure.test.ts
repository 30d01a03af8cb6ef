import { describe, expect, it } from 'vitest';
import { assert } from '../../src/base/assert.ts';
import { Fault, type FaultCode } from '../../src/base/fault.ts';
import { confirm } from '../../src/cli/confirm.ts';
import { reportFailure } from '../../src/cli/failure.ts';
import { printCanceled } from '../../src/cli/printCanceled.ts';
import { verdictOf } from '../../src/cli/verdict.ts';
import { run, testIo, testShell } from './testIo.ts';

describe('a failure', () => {
  it('tells what failed, how things stand, and what to do', () => {
    const io = testIo();
    const code = reportFailure(new Fault('risk', 'over maxOrderValue', { outcome: 'not-sent' }), io, 'table');
    expect(code).toBe(7);
    expect(io.stderr()).toBe('error: over maxOrderValue\n  now: nothing was sent\n   do: change the request\n');
  });

  it('says so where help is asked for a command that there is not', async () => {
    for (const [word, told] of [
      ['statis', "unknown command 'statis'"],
      ['nosuch', "unknown command 'nosuch'"],
    ] as const) {
      const { code, stdout, stderr } = await run(['help', word]);
      expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: expect.stringContaining(told) as string });
    }
    for (const words of [['help'], ['help', 'status'], ['help', 'orders']]) expect((await run(words)).code).toBe(0);
  });

  it('is one line of JSON on stderr with -o json', async () => {
    const { code, stdout, stderr } = await run(['pairs', '-o', 'json']);
    expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
    expect(stderr.trimEnd()).not.toContain('\n');
    expect(JSON.parse(stderr)).toEqual({
      error: 'configuration',
      message: 'no venue is named',
      outcome: null,
      retryable: false,
      suggestion: expect.stringContaining('SLUICE_EXCHANGE_URL') as string,
    });
  });

  it('has all that is wrong with a file as members of its JSON', () => {
    const io = testIo();
    const problems = [
      { line: 3, column: 'amount', value: '1,5', message: 'has a decimal comma' },
      { line: 4, column: undefined, value: undefined, message: 'is short' },
    ];
    reportFailure(new Fault('invalid-request', 'the file has 2 problems', { outcome: 'not-sent', problems }), io, 'json');
    expect(JSON.parse(io.stderr())).toMatchObject({
      outcome: 'not-sent',
      problems: [problems[0], { line: 4, column: null, value: null, message: 'is short' }],
    });
  });

  it.each([['-ojson'], ['--output=json']])('is JSON with %s even when the line cannot be parsed', async (flag) => {
    const { code, stderr } = await run(['bok', flag]);
    expect(code).toBe(2);
    expect(JSON.parse(stderr)).toMatchObject({ error: 'usage', message: expect.stringContaining('Did you mean book?') as string });
  });

  it.each([
    [['orders', 'list', '--nonsense'], 'sluice orders list --help'],
    [['orders', 'lisst'], 'sluice orders --help'],
    [['-o', 'json', 'backtest', '--band', '7', '--nonsense'], 'sluice backtest --help'],
    [['bok'], 'sluice --help'],
  ])('of a line that can’t be parsed names the help of what was asked for: %j', async (argv, help) => {
    const { code, stderr } = await run(argv);
    expect(code).toBe(2);
    expect(stderr).toContain(`\`${help}\``);
  });

  it('that was refused on this machine does not say that the venue refused it', () => {
    expect(verdictOf(new Fault('refused', 'b.tar exists, and a backup replaces nothing')).state).toBe(
      'it was refused, and nothing was changed',
    );
  });

  it('of unknown outcome exits with 8, whatever made it so', () => {
    expect(verdictOf(new Fault('timeout', 'no answer', { outcome: 'unknown' })).exit).toBe(8);
    expect(verdictOf(new Fault('timeout', 'no answer')).exit).toBe(6);
    expect(verdictOf(new Fault('timeout', 'no answer', { outcome: 'not-sent' })).exit).toBe(6);
  });

  it('of a run that was stopped does not say that nothing was done: a sweep has kept its runs, a probe has asked', () => {
    const { state } = verdictOf(new Fault('canceled', 'the sweep was stopped; 3 runs are written down'));
    expect(state).toBe('it has ended early, and nothing of it goes on');
    expect(verdictOf(new Fault('canceled', 'given up', { outcome: 'not-sent' })).state).toBe('nothing was sent');
  });

  it('of orders that may still be open does not say that nothing was changed', async () => {
    const io = testIo();
    const failure = await printCanceled(testShell(), 'halted', { canceled: 1, left: ['2'] }).catch((error: unknown) => error);
    expect(reportFailure(failure, io, 'table')).toBe(6);
    expect(io.stderr()).toContain('error: 1 order may still be open: 2\n  now: the others are canceled;');
  });

  it.each<[FaultCode, number]>([
    ['internal', 1],
    ['usage', 2],
    ['not-found', 3],
    ['configuration', 4],
    ['daemon-not-running', 5],
    ['network', 6],
    ['refused', 7],
    ['unknown-outcome', 8],
    ['confirmation-needed', 9],
    ['check-failed', 10],
  ])('%s exits with %i', (code, exit) => {
    expect(verdictOf(new Fault(code, 'x')).exit).toBe(exit);
  });

  it('of the program is internal, and its stack is shown only on request', () => {
    const io = testIo({ env: { SLUICE_DEBUG: '1' } });
    expect(reportFailure(new TypeError('boom'), io, 'table')).toBe(1);
    expect(io.stderr()).toMatch(/unexpected failure: boom[^]*at /);
    const quiet = testIo();
    try {
      assert(false, 'never');
    } catch (error) {
      reportFailure(error, quiet, 'table');
    }
    expect(quiet.stderr()).toContain('error: the program is wrong: never\n');
    expect(quiet.stderr()).not.toContain('    at ');
  });

  it('does not let its text drive the terminal', () => {
    const io = testIo();
    reportFailure(new Fault('refused', 'bad \u001b[2Jthing'), io, 'table');
    expect(io.stderr()).toContain('bad \\u001b[2Jthing');
  });
});

describe('confirmation', () => {
  it('is given by --yes', async () => {
    await expect(confirm(testShell({ yes: true }), 'really?')).resolves.toBeUndefined();
  });

  it('is never asked for off a terminal', async () => {
    await expect(confirm(testShell(), 'really?')).rejects.toMatchObject({ code: 'confirmation-needed' });
  });

  it.each([
    ['y\n', true],
    ['YES\n', true],
    ['\n', false],
    ['no\n', false],
  ])('on a terminal, %j is %s', async (answer, yes) => {
    const io = testIo({ columns: 80 });
    const asked = confirm({ ...testShell(), ...io }, 'really?').then(
      () => true,
      () => false,
    );
    io.type(answer);
    expect(await asked).toBe(yes);
    expect(io.stderr()).toContain('really? [y/N]');
    expect(io.stdout()).toBe('');
  });

  it('is refused when the input ends or the program is told to stop', async () => {
    const closed = testIo({ columns: 80 });
    const asked = confirm({ ...testShell(), ...closed }, 'really?');
    closed.in.push(null);
    await expect(asked).rejects.toMatchObject({ code: 'confirmation-needed' });
    const stopped = testIo({ columns: 80 });
    stopped.stop.abort();
    await expect(confirm({ ...testShell(), ...stopped }, 'really?')).rejects.toMatchObject({ code: 'confirmation-needed' });
  });
});
