import { isoOf } from '../base/instant.ts';
import type { Daemon } from '../daemon/daemon.ts';
import { folderOf } from '../research/folderOf.ts';
import { runEvents } from '../research/storedRuns/runEvents.ts';
import { runList } from '../research/storedRuns/runList.ts';
import { runSeries } from '../research/storedRuns/runSeries.ts';
import { runTrips } from '../research/storedRuns/runTrips.ts';
import { runOfId } from '../research/storedRuns/storedRuns.ts';
import type { ControlHandlers } from './contract/handlerTypes.ts';
import { runView } from './runView.ts';

type RunRowName = 'runs.list' | 'runs.show' | 'runs.series' | 'runs.trips' | 'runs.events';

/** The rows that read backtests. They read files piece by piece, so that trading does not wait for a long run. */
export function runReads(daemon: Pick<Daemon, 'settings'>, find: typeof runOfId = runOfId): ControlHandlers<RunRowName> {
  const runs = (): string => folderOf(daemon.settings, 'runs', process.cwd());
  const placeOf = (id: string): string => find(runs(), id).folder;
  return {
    'runs.list': async ({ limit }) => (await runList(runs(), limit)).map((row) => ({ ...row, writtenAt: isoOf(row.writtenAt) })),
    'runs.show': ({ id }) => runView(placeOf(id)),
    'runs.series': ({ id, from, to }, gone) => runSeries(placeOf(id), { from, to }, gone),
    'runs.trips': ({ id, ...page }, gone) => runTrips(placeOf(id), page, gone),
    'runs.events': async ({ id, ...page }, gone) => {
      const events = await runEvents(placeOf(id), page, gone);
      return events.map((event) => ({ ...event, at: isoOf(event.at) }));
    },
  };
}
