import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { processIo } from '../../src/cli/io.ts';
import { until } from '../until.ts';

const bin = fileURLToPath(new URL('../../bin/sluice.js', import.meta.url));
const exec = promisify(execFile);

async function firstLine(child: ChildProcess): Promise<string> {
  let text = '';
  child.stdout!.on('data', (chunk: Buffer) => (text += chunk.toString()));
  while (!text.includes('\n')) await once(child.stdout!, 'data');
  return text;
}

describe('the executable', () => {
  it('runs, and prints nothing but data on stdout', async () => {
    const { stdout, stderr } = await exec(process.execPath, [bin, 'version', '-o', 'json']);
    expect(JSON.parse(stdout)).toMatchObject({ node: process.versions.node });
    expect(stderr).toBe('');
  });

  it('gives the exit code of the command', async () => {
    await expect(exec(process.execPath, [bin, 'nonsense'])).rejects.toMatchObject({ code: 2, stdout: '' });
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('ends the simulator on %s with exit 0', async (signal) => {
    const child = spawn(process.execPath, [bin, 'simulator', '--port', '0', '-o', 'json'], { stdio: ['ignore', 'pipe', 'inherit'] });
    expect(JSON.parse(await firstLine(child))).toMatchObject({ event: 'listening' });
    child.kill(signal);
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('loads nothing heavy for its help', async () => {
    const main = new URL('../../src/cli/main.ts', import.meta.url).href;
    const script = `
      import { registerHooks } from 'node:module';
      const loaded = [];
      registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
      const { main } = await import(${JSON.stringify(main)});
      await main(['--help']);
      process.stderr.write(loaded.join('\\n'));`;
    const { stderr } = await exec(process.execPath, ['--input-type=module', '-e', script]);
    expect(stderr).toContain('commander');
    expect(stderr).not.toMatch(/node_modules\/(?:zod|yaml|hono|rxjs|sqlite3|pino|decimal\.js|bullmq|ioredis)\//);
  });
});

describe('a command that does not end when it is asked to', () => {
  it('ends at the second Ctrl-C, unless that is the first one come twice', async () => {
    const io = new URL('../../src/cli/io.ts', import.meta.url).href;
    // The process signals itself, so both signals arrive in one turn, however slow the machine is.
    const script = `
      const { processIo } = await import(${JSON.stringify(io)});
      let signals = 0;
      process.on('SIGINT', () => ++signals === 2 && console.log('heard both'));
      processIo().stopSignal().addEventListener('abort', () => console.log('asked'));
      process.stdin.resume();
      for (let i = 0; i < 2; i++) process.kill(process.pid, 'SIGINT');`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] });
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    await until(() => printed === 'asked\nheard both\n');
    expect(child.exitCode).toBeNull();
    await until(() => {
      child.kill('SIGINT');
      return child.exitCode !== null;
    });
    expect([child.exitCode, child.signalCode]).toEqual([130, null]);
  });
});

describe('the streams of the process', () => {
  it('listen for signals only when a command asks', () => {
    const before = process.listenerCount('SIGTERM');
    const io = processIo();
    expect(process.listenerCount('SIGTERM')).toBe(before);
    expect(io.stopSignal().aborted).toBe(false);
    expect(io.stopSignal()).toBe(io.stopSignal());
    expect(process.listenerCount('SIGTERM')).toBe(before + 1);
  });
});
