import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { DAEMON_CONFIG } from './daemonConfig.ts';
import { temporaryFolder } from './processes.ts';

const bin = fileURLToPath(new URL('../../bin/sluice.js', import.meta.url));
const folder = temporaryFolder();
afterAll(() => folder.remove());

/** Runs with one of its outputs on a disk that is full, and gives back its exit code and what came by the other. */
async function runFull(full: 'stdout' | 'stderr', argv: readonly string[]): Promise<{ code: number | null; text: string }> {
  const disk = openSync('/dev/full', 'w');
  const child = spawn(process.execPath, [bin, ...argv], {
    stdio: full === 'stdout' ? ['ignore', disk, 'pipe'] : ['ignore', 'pipe', disk],
    // A daemon that does not end fails the test, and does not outlive it.
    timeout: 30_000,
    killSignal: 'SIGKILL',
    env: {},
  });
  closeSync(disk);
  let text = '';
  (child.stdout ?? child.stderr)!.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, text };
}

// What is printed goes to a file on a full disk.
describe('where what is printed can not be written', () => {
  it('a command says so and fails', async () => {
    const { code, text } = await runFull('stdout', ['version', '-o', 'json']);
    expect({ code, text }).toEqual({ code: 1, text: expect.stringMatching(/^error: .* no space is left on the disk\n/) as string });
  });

  it('the daemon goes on, and ends in order', async () => {
    const config = folder.path('daemon.yaml');
    writeFileSync(config, DAEMON_CONFIG);
    const { code, text } = await runFull('stderr', ['run', config, '--for', '2s', '--state', folder.path('state'), '-o', 'json']);
    expect(code, 'it used to take the lost line for a crash, and each line about that for the next').toBe(0);
    expect(JSON.parse(text)).toMatchObject({ strategies: expect.any(Array) as unknown[] });
  });
});
