import { Fault } from '../base/fault.ts';
import type { ControlClient } from '../control/controlClient.ts';
import type { Shell } from './shell.ts';

const OF_TREASURY =
  'what runs there is `sluice treasury serve`: it takes the commands of the treasury and of payments, and Ctrl-C or SIGTERM ends it';

/** Runs `use` with the daemon of the state directory, whatever account it uses. */
export async function withDaemon<T>(shell: Shell, use: (control: ControlClient, socket: string) => Promise<T>): Promise<T> {
  const { controlOf, reachDaemon } = await import('./daemonWay.ts');
  const { statePaths } = await import('../daemon/statePaths.ts');
  const { stateOf } = await import('./stateOf.ts');
  const { settings, control } = await reachDaemon(shell, controlOf);
  const { socket } = statePaths(stateOf(shell, settings), settings);
  if (control === undefined) {
    const { standbyClient } = await import('../control/standbyClient.ts');
    const { standsBy } = await import('../control/standbyServer.ts');
    const standby = await standbyClient(socket);
    if (standby !== undefined) throw standsBy(standby.report);
    const { runningTreasury } = await import('./treasuryWay.ts');
    const isTreasury = (await runningTreasury(shell)) !== undefined;
    throw new Fault('daemon-not-running', `no daemon listens on ${socket}`, isTreasury ? { suggestion: OF_TREASURY } : {});
  }
  return use(control, socket);
}
