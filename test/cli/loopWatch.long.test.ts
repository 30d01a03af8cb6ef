import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/base/systemClock.ts';
import { watchLoop } from '../../src/cli/loopWatch.ts';
import { until } from '../until.ts';

let child: ChildProcess | undefined;
let said = '';

afterEach(() => child?.kill('SIGKILL'));

async function watched(how: 'held' | 'turning'): Promise<ChildProcess> {
  said = '';
  const started = spawn(process.execPath, [fileURLToPath(new URL('heldLoop.ts', import.meta.url)), how], { stdio: 'pipe' });
  child = started;
  started.stderr.on('data', (text: Buffer) => (said += String(text)));
  await once(started.stdout, 'data');
  return started;
}

describe(watchLoop, () => {
  it('ends a process whose loop is held, and says what to do', async () => {
    const held = await watched('held');
    expect(await once(held, 'close')).toEqual([null, 'SIGKILL']);
    expect(said).toMatch(
      /^error: the loop of this process stands still: for 0\.5 s nothing was decided, canceled or heard; onBook of maker does not come back, and holds it\n {2}now: .*\n {3}do: .*strategies check FILE/,
    );
  });

  it('lets one live that was stopped for longer than it may stand still, and that ends by itself', async () => {
    const turning = await watched('turning');
    turning.kill('SIGSTOP');
    const from = performance.now();
    await until(() => performance.now() - from > 1500);
    turning.kill('SIGCONT');
    turning.stdin!.end('end\n');
    expect(await once(turning, 'close')).toEqual([0, null]);
    expect(said).toBe('');
  });

  it('says where it can end nothing: the first process of a container gets no signal from inside', () => {
    const troubles: string[] = [];
    const end = watchLoop({ clock: systemClock, onTrouble: (message) => troubles.push(message), pid: 1 });
    end();
    expect(troubles).toEqual([expect.stringContaining('start that with an init (`docker run --init`)')]);
  });
});
