import type { Clock } from '../base/clock.ts';
import type { Random } from '../base/random.ts';
import type { GuardLimits } from '../market/bookGuard.ts';
import type { FeedCounters } from './feedCounters.ts';
import type { MarketDataClient } from './marketDataClient.ts';
import type { PollBudget } from './pollBudget.ts';

/** What all pollers of one feed share. */
export interface FeedContext {
  readonly client: MarketDataClient;
  readonly clock: Clock;
  readonly random: Random;
  readonly budget: PollBudget;
  readonly counters: FeedCounters;
  readonly guard: Partial<GuardLimits>;
}
