import type { TellTrouble } from '../base/tellTrouble.ts';
import { ReplaySubject } from 'rxjs';
import { doAskedStop } from './askedStop.ts';
import { CallTimes } from './callTimes.ts';
import type { Daemon } from './daemon.ts';
import type { DaemonOptions } from './daemonOptions.ts';
import { demoVenue } from './demoVenue.ts';
import { MOST_LINES } from './history/eventHistory.ts';
import { RunningDaemon } from './runningDaemon.ts';
import { Ownerless } from './ownerless.ts';
import { openOwnedStore } from './openOwnedStore.ts';
import { statePaths } from './statePaths.ts';
import { configuredStrategies } from '../loading/strategyParams.ts';
import { configuredAccount, type VenueAccess, venueAccess } from './venueAccess.ts';

/** Starts the daemon: store, venue, control socket, then trading. Rejects when it can't run. */
export async function startDaemon(options: DaemonOptions): Promise<Daemon> {
  const { settings, clock } = options;
  const times = new CallTimes(options.observer);
  const paths = statePaths(options.state, settings);
  const strategies = await configuredStrategies(settings);
  const account = configuredAccount(settings);
  const aboutStore$ = new ReplaySubject<Parameters<TellTrouble>>(10);
  let running: RunningDaemon | undefined;
  const store = await openOwnedStore({
    ...options,
    paths,
    onStore: (...told) => aboutStore$.next(told),
    // One that ends leaves it to the next owner.
    onAsked: (text) =>
      running === undefined || running.operations.isStopping
        ? undefined
        : doAskedStop(text, (order) => running!.operations.stopTrading(order)),
  });
  let venue: VenueAccess | undefined;
  try {
    venue = account === undefined ? await demoVenue(settings, clock, times) : venueAccess(settings, account, clock, times);
    const ownerless = new Ownerless(store);
    await ownerless.look();
    const before = await store.chronicle.lines({}, MOST_LINES);
    running = new RunningDaemon({ ...options, times, ownerless }, store, venue, strategies, paths, before);
    const daemon = running;
    aboutStore$.subscribe((told) => daemon.troubles.tell(...told));
    await daemon.listen();
    return daemon;
  } catch (error) {
    await venue?.close();
    await store.close();
    throw error;
  }
}
