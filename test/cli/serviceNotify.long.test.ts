import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import type { Clock } from '../../src/base/clock.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { serviceNotify } from '../../src/cli/serviceNotify.ts';
import { until } from '../until.ts';
import { DAEMON_CONFIG } from './daemonConfig.ts';
import { endAll, start } from './processes.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const folder = temporaryFolder();
afterAll(async () => {
  await endAll();
  folder.remove();
});

const LOG = folder.path('told');
/** Stands in for the command: one line for each call, with what it got of the environment. */
writeFileSync(folder.path('systemd-notify'), `#!/bin/sh\necho "$* to $NOTIFY_SOCKET key $SLUICE_KEY." >> ${LOG}\n`);
chmodSync(folder.path('systemd-notify'), 0o755);

const told = (): string[] => (existsSync(LOG) ? readFileSync(LOG, 'utf8').trim().split('\n') : []);
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
/** A clock that says how many of its timers are still to come. */
function countingClock(): { readonly clock: Pick<Clock, 'setTimer'>; readonly virtual: VirtualClock; open(): number } {
  const virtual = new VirtualClock(0);
  let open = 0;
  const setTimer: Clock['setTimer'] = (ms, run) => {
    open++;
    const cancel = virtual.setTimer(ms, () => {
      open--;
      run();
    });
    return () => {
      open--;
      cancel();
    };
  };
  return { clock: { setTimer }, virtual, open: () => open };
}

const PATH = `${folder.path('.')}:${process.env['PATH']}`;

describe(serviceNotify.name, () => {
  it('tells systemd of the start, twice within the time of the watchdog that the loop turns, and of the end; and gives no key away', async () => {
    const { clock, virtual, open } = countingClock();
    const service = serviceNotify({ NOTIFY_SOCKET: '/run/x', WATCHDOG_USEC: '60000000', PATH, SLUICE_KEY: 'secret' }, clock);
    service.ready('DEMO venue');
    await until(() => told().length === 2);
    expect(told().toSorted()).toEqual(['READY=1 STATUS=DEMO venue to /run/x key .', 'WATCHDOG=1 to /run/x key .']);
    await virtual.advance(29_999, turn);
    expect(told()).toHaveLength(2);
    await virtual.advance(1, turn);
    await until(() => told().length === 3);
    service.ready('LIVE venue');
    await until(() => told().length === 4);
    expect(told().at(-1)).toBe('STATUS=LIVE venue to /run/x key .');
    service.stopping();
    await until(() => told().length === 5);
    expect(told().at(-1)).toBe('STOPPING=1 to /run/x key .');
    service.end();
    expect(open()).toBe(0);
  });

  it('tells nobody where there is no systemd, and needs no command', async () => {
    const { clock, open } = countingClock();
    const alone = serviceNotify({ PATH: '/nowhere' }, clock);
    alone.ready('x');
    alone.stopping();
    expect(open()).toBe(0);
    const without = serviceNotify({ NOTIFY_SOCKET: '/run/x', WATCHDOG_USEC: '2000000', PATH: '/nowhere' }, clock);
    without.ready('x');
    expect(open()).toBe(1);
    without.end();
    expect(told()).toHaveLength(5);
  });
});

describe('a service that stands by', () => {
  it('is ready and watched while it waits, and says when it has taken over', async () => {
    const config = folder.path('daemon.yaml');
    writeFileSync(config, DAEMON_CONFIG);
    rmSync(LOG, { force: true });
    const owner = start(['run', config, '--state', folder.path('state')]);
    await owner.until('DEMO');
    const standby = start(['run', config, '--standby', '--state', folder.path('state')], {
      NOTIFY_SOCKET: '/run/y',
      WATCHDOG_USEC: '400000',
      PATH,
    });
    await standby.until(() => told().filter((line) => line.startsWith('WATCHDOG=1')).length > 2);
    const waiting = told().filter((line) => !line.startsWith('WATCHDOG=1'));
    expect(waiting).toEqual([expect.stringMatching(/^READY=1 STATUS=standing by: .* is in use by process \d+/)]);
    owner.kill('SIGKILL');
    await owner.ended;
    await standby.until(() => told().some((line) => line.startsWith('STATUS=DEMO ')));
    standby.kill('SIGTERM');
    expect((await standby.ended).code).toBe(0);
    await until(() => told().some((line) => line.startsWith('STOPPING=1')));
  });

  it('says that it ends when it is told to before its turn has come', async () => {
    const config = folder.path('daemon.yaml');
    rmSync(LOG, { force: true });
    const owner = start(['run', config, '--state', folder.path('ended')]);
    await owner.until('DEMO');
    const standby = start(['run', config, '--standby', '--state', folder.path('ended')], { NOTIFY_SOCKET: '/run/y', PATH });
    await standby.until(() => told().length === 1);
    standby.kill('SIGTERM');
    expect((await standby.ended).code).toBe(0);
    await until(() => told().some((line) => line.startsWith('STOPPING=1')));
    owner.kill('SIGKILL');
    await owner.ended;
  });
});
