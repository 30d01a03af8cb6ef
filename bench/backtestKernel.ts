import { seededRandom } from '../src/base/random.ts';
import { SnapshotVenue } from '../src/exchange/snapshotVenue.ts';
import type { BookBlock } from '../src/recording/bookBlock.ts';
import { receivedAtOf, showBook } from '../src/recording/bookRows.ts';
import type { BacktestOptions } from '../src/research/backtest/backtestOptions.ts';
import { BookGuard } from '../src/gateway/bookGuard.ts';
import { Mids } from '../src/research/backtest/mids.ts';
import { PollTimes } from '../src/research/backtest/pollTimes.ts';
import { LaneDesk } from '../src/research/fastLane/laneDesk.ts';
import { LaneFills } from '../src/research/fastLane/laneFills.ts';
import { LaneOrders } from '../src/research/fastLane/laneOrders.ts';
import { LanePosition } from '../src/research/fastLane/lanePosition.ts';
import { LaneReports } from '../src/research/fastLane/laneReports.ts';
import { LaneRisk } from '../src/research/fastLane/laneRisk.ts';
import { laneScaleOf } from '../src/research/fastLane/laneScale.ts';
import { BlockCursor } from '../src/recording/blockCursor.ts';

const SLOTS = 512;

/** What a quoting strategy would be as a loop of its own: see `touchQuoter` in backtest.ts. */
export interface KernelResult {
  readonly fills: number;
  readonly positionLots: number;
  readonly quoteUnits: number;
  readonly seen: number;
}

/**
 * The same simulation with the strategy written into one loop by hand: no strategy interface, no book view, no context, no pass. What
 * is checked and kept of each book is the same. It shows what the public interface costs.
 */
export function kernel(options: BacktestOptions, block: BookBlock, lots: number, most: number): KernelResult {
  const { pair, book } = new BlockCursor(block);
  const { bids, asks } = book;
  const { engine, fees, balances, latency, poll, models } = options;
  const orders = new LaneOrders();
  const scale = laneScaleOf(pair.grid, fees)!;
  const position = new LanePosition(scale, orders, balances[pair.base]!.toNumber(), balances[pair.quote]!.toNumber());
  const risk = new LaneRisk(pair, engine.limits, 's', orders, position);
  const seed = `${engine.seed}:${pair.symbol}`;
  const venue = new SnapshotVenue({ latency, visibleEveryMs: poll.ordersMs, model: models.fitted, mostOrders: SLOTS, seed });
  const mids = new Mids([pair], latency.responseMs);
  const guard = new BookGuard(pair.symbol);
  const polls = new PollTimes([pair.symbol]);
  const fills = new LaneFills(pair, 's', mids);
  const desk = new LaneDesk({
    orders,
    risk,
    venue: {
      place: (side, ticks, amount) => {
        orders.place(venue.sendPlace(desk.now, side, ticks, amount), side, ticks, amount, undefined, desk.now);
      },
      replace: ({ slot }, ticks, amount) => venue.sendReplace(desk.now, slot, ticks, amount),
      cancel: ({ slot }) => venue.sendCancel(desk.now, slot),
    },
    replaces: engine.replaces,
    leastLots: 1,
    random: seededRandom(`nonces:${engine.seed}`),
  });
  const reports = new LaneReports({ venue, orders, position, fills }, desk);
  const begun = receivedAtOf(block, 0);
  let tickAt = (Math.floor(begun / 1000) + 1) * 1000;
  let balancesAt = begun + poll.balancesMs;
  let seen = 0.5 - 0.5;
  position.told(begun);
  for (let i = 0; i < block.snapshots; i++) {
    const at = receivedAtOf(block, i);
    for (;;) {
      const reportAt = venue.nextAt;
      if (reportAt > at && tickAt > at) break;
      if (reportAt <= tickAt) {
        if (!venue.take(reportAt)) continue;
        desk.now = venue.reportAt;
        desk.stir();
        reports.draw();
        desk.work();
        continue;
      }
      if (tickAt >= balancesAt) {
        balancesAt += poll.balancesMs;
        position.told(tickAt);
      }
      guard.check(tickAt);
      desk.now = tickAt;
      desk.work();
      fills.resolve(tickAt);
      tickAt += 1000;
    }
    showBook(block, i, book);
    const bid = bids.bestTicks;
    const ask = asks.bestTicks;
    if (!guard.accept(book).deliver) throw new Error('a book that is withheld');
    polls.add(0, book);
    mids.show(0, book);
    venue.onBook(book);
    risk.onBook(book);
    desk.now = at;
    seen += bid + ask;
    const held = position.lots;
    desk.wantTouch(bid, held < most ? lots : 0, ask, held > -most ? lots : 0);
    desk.work();
  }
  return { fills: fills.count, positionLots: position.lots, quoteUnits: position.quoteUnits, seen };
}
