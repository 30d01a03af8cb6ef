import { existsSync } from 'node:fs';
import { Fault } from '../../base/fault.ts';
import { command } from '../command.ts';
import { say } from '../shell.ts';
import { withDaemon } from '../withDaemon.ts';

/** The daemon itself gives up after ten seconds. */
const WAIT_MS = 15_000;
const LOOK_EVERY_MS = 100;

export const stop = command({
  name: 'stop',
  about: 'Stop the running daemon in an orderly way: no new intents, open orders canceled or kept by risk.onStop, then the end',
  examples: ['stop', 'stop --state /var/lib/sluice'],
  async run(_input, shell) {
    const { systemClock } = await import('../../base/systemClock.ts');
    const { sleep } = await import('../../base/clock.ts');
    const { standbyHere } = await import('../standbyHere.ts');
    const standby = await standbyHere(shell);
    await standby?.stop();
    const socket =
      standby?.socket ??
      (await withDaemon(shell, async (control, path) => {
        await control.call('daemon.stop', {});
        return path;
      }));
    const deadline = systemClock.monotonicMs() + WAIT_MS;
    while (existsSync(socket)) {
      if (systemClock.monotonicMs() > deadline) throw new Fault('timeout', 'the daemon was told to stop and still runs');
      await sleep(systemClock, LOOK_EVERY_MS);
    }
    say(shell, 'the daemon has stopped');
  },
});
