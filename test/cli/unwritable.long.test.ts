import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { until } from '../until.ts';
import { DAEMON_CONFIG } from './daemonConfig.ts';
import { run } from './testIo.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const bin = fileURLToPath(new URL('../../bin/sluice.js', import.meta.url));
const folder = temporaryFolder();
afterAll(() => folder.remove());

let child: ChildProcess | undefined;
afterEach(() => child?.kill('SIGKILL'));

/** Starts a command with one of its outputs on a full disk. Gives its exit code and what came through the other output. */
function startFull(full: 'stdout' | 'stderr', argv: readonly string[]): Promise<{ code: number | null; text: string }> {
  const disk = openSync('/dev/full', 'w');
  const started = spawn(process.execPath, [bin, ...argv], {
    stdio: full === 'stdout' ? ['ignore', disk, 'pipe'] : ['ignore', 'pipe', disk],
    env: {},
  });
  child = started;
  closeSync(disk);
  let text = '';
  (started.stdout ?? started.stderr)!.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return once(started, 'close').then(([code]) => ({ code: code as number | null, text }));
}

// Output to a file on a full disk.
describe('where what is printed can not be written', () => {
  it('a command says so and fails', async () => {
    const { code, text } = await startFull('stdout', ['version', '-o', 'json']);
    expect({ code, text }).toEqual({ code: 1, text: expect.stringMatching(/^error: .* no space is left on the disk\n/) as string });
  });

  it('the daemon goes on, and ends in order', async () => {
    const config = folder.path('daemon.yaml');
    writeFileSync(config, DAEMON_CONFIG);
    const state = ['--state', folder.path('state'), '-o', 'json'];
    const ended = startFull('stderr', ['run', config, ...state]);
    await until(async () => (await run(['fills', 'list', ...state])).stdout.includes('"price"'));
    child!.kill('SIGTERM');
    const { code, text } = await ended;
    expect(code, 'it used to take the lost line for a crash, and each line about that for the next').toBe(0);
    expect(JSON.parse(text)).toMatchObject({ strategies: expect.any(Array) as unknown[] });
  });
});
