import type { Clock } from '../base/clock.ts';
import type { Instant } from '../base/instant.ts';
import type { Daemon } from '../daemon/daemon.ts';
import { within } from '../daemon/within.ts';
import { profitPoint } from '../model/profitPoint.ts';
import type { Period } from '../model/profitPeriod.ts';
import { sentPlace } from '../store/sentPlace.ts';
import { BesideReader, type BesideTerms } from './besideReader.ts';
import type { ProfitView } from './contract/profitView.ts';
import type { ProfitWork } from './profitWorker.ts';

/** What is asked: the first period is the one that `from` lies in. */
export interface AskedProfit {
  readonly period: Period;
  readonly from: Instant;
  readonly strategy?: string | undefined;
}

const KEPT_WITHIN_MS = 2000;

export type ReadProfit = (asked: AskedProfit, gone: AbortSignal) => Promise<ProfitView>;

/** Adds up what strategies made in a process beside the trading. How it stands now comes from the daemon. */
export function profitReader(
  daemon: Pick<Daemon, 'settings' | 'status' | 'history'>,
  clock: Clock,
  start?: BesideTerms<ProfitWork>['start'],
): ReadProfit {
  const sums = new BesideReader<ProfitWork, ProfitView>({
    clock,
    entry: 'src/control/profitWorker.ts',
    made: 'sums of profit',
    through: 'the executions',
    commandOf: ({ period }) => `sluice profit --by ${period}`,
    start,
  });
  return async ({ period, from, strategy }, gone) => {
    // What is still to be written down belongs to it. A store that is away is not waited for: whoever reads it says so.
    await within(clock, daemon.history.chronicler?.keepNow() ?? Promise.resolve(), clock.monotonicMs() + KEPT_WITHIN_MS);
    const { database, strategies } = daemon.status();
    const now = clock.now();
    const place = sentPlace({ path: database, server: daemon.settings.server });
    return sums.make({ place, period, from, now, strategy, newest: profitPoint(strategies, now) }, gone);
  };
}
