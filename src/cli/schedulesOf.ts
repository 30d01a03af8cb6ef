import { systemClock } from '../base/systemClock.ts';
import { treasurySchedules } from '../daemon/treasury/treasurySchedules.ts';
import type { ScheduleReport } from '../treasury/schedules/scheduleReport.ts';
import { storedReport } from '../treasury/schedules/storedReport.ts';
import { settingsOf } from './configFile.ts';
import { isDaemonThere } from './daemonWay.ts';
import { say, type Shell } from './shell.ts';
import { readAsItIs } from './treasuryStore.ts';
import { runningTreasury, withTreasury } from './treasuryWay.ts';

/** Floats and sweeps, and what each would do now. Beside a daemon that trades with the same key, as the store has them. */
export async function schedulesOf(shell: Shell): Promise<readonly ScheduleReport[]> {
  const settings = await settingsOf(shell);
  const isOwned = (await runningTreasury(shell)) === undefined && (await isDaemonThere(shell, settings));
  if (!isOwned) return withTreasury(shell, (calls) => calls.schedules());
  say(shell, 'from the store of the treasury, beside the running daemon');
  return readAsItIs(shell, async (store) => {
    const now = systemClock.now();
    return Promise.all(treasurySchedules(settings).map((schedule) => storedReport(schedule, store, now)));
  });
}
