import { Observable } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/base/random.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import type { TraderOptions } from '../../src/daemon/traderOptions.ts';
import { WatchedMarket } from '../../src/daemon/watchedMarket.ts';
import type { StreamFeed } from '../../src/feed/streamFeed.ts';
import { limitsOf, settingsOf } from '../engine/fixtures.ts';

const POLL = { booksMs: 1000, statisticsMs: 30_000, ordersMs: 1000, balancesMs: 10_000, pairsMs: 3_600_000, depth: 50 };

/** A market from a stream of which nothing comes: the ages by which it was opened, and how many are followed now. */
function streamed() {
  const ages: number[] = [];
  let open = 0;
  const stream: TraderOptions['stream'] = ({ lateAfterMs }) => {
    ages.push(lateAfterMs);
    const events$ = new Observable<never>(() => {
      open++;
      return () => void open--;
    });
    return { events$ } as Partial<StreamFeed> as StreamFeed;
  };
  const followed = (staleAfterMs: number) => ({
    symbols: [],
    poll: POLL,
    engine: settingsOf([], { limits: limitsOf({ staleAfterMs }) }),
  });
  const options = { clock: new VirtualClock(0), stream, onTrouble: () => undefined, ...followed(5000) };
  const market = new WatchedMarket(
    options as Partial<TraderOptions> as TraderOptions,
    seededRandom('market'),
    () => undefined,
    (fault) => {
      throw fault;
    },
  );
  market.begin([]);
  return { market, ages, followed, open: () => open };
}

describe(WatchedMarket, () => {
  it('reads a stream by the age that is in force, also after a reload', () => {
    const { market, ages, followed, open } = streamed();
    market.follow(followed(5000));
    expect(ages, 'nothing is read anew where nothing has changed').toEqual([5000]);
    market.follow(followed(2000));
    expect([ages, open()]).toEqual([[5000, 2000], 1]);
    market.end();
    expect(open()).toBe(0);
  });
});
