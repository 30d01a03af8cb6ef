import { seededRandom } from '../src/base/random.ts';
import { SnapshotVenue } from '../src/exchange/snapshotVenue.ts';
import type { BookBlock } from '../src/recording/bookBlock.ts';
import { receivedAtOf, showBook } from '../src/recording/bookRows.ts';
import type { BacktestOptions } from '../src/research/backtest/backtestOptions.ts';
import { BookGuard } from '../src/gateway/bookGuard.ts';
import { HEARTBEAT_MS } from '../src/research/backtest/passBand.ts';
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
/** As `BacktestPass`: how often it is found out what the market did after the fills. */
const RESOLVE_EVERY_MS = 10_000;

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
  let at = begun;
  let tickAt = (Math.floor(begun / HEARTBEAT_MS) + 1) * HEARTBEAT_MS;
  let balancesAt = begun + poll.balancesMs;
  let resolveAt = begun + RESOLVE_EVERY_MS;
  let seen = 0.5 - 0.5;
  position.told(begun);
  /** What the venue reports and the heartbeats until then. */
  const advance = (): void => {
    for (;;) {
      const reportAt = venue.nextAt;
      if (reportAt > at && tickAt > at) return;
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
      if (!desk.isIdle) {
        desk.now = tickAt;
        desk.work();
      }
      if (tickAt >= resolveAt) {
        resolveAt += RESOLVE_EVERY_MS;
        guard.check(tickAt);
        fills.resolve(tickAt);
      }
      tickAt += HEARTBEAT_MS;
    }
  };
  for (let from = 0; from < block.snapshots;) {
    const until = balancesAt < resolveAt ? balancesAt : resolveAt;
    let to = guard.acceptRows(block, from, block.snapshots, at, until);
    if (to === from) {
      // The first after the heartbeat at which more is to be done, or the first of all.
      at = receivedAtOf(block, from);
      advance();
      showBook(block, from, book);
      if (!guard.accept(book).deliver) throw new Error('a book that is withheld');
      polls.add(0, book);
      mids.show(0, book);
      to++;
    } else {
      polls.addRows(0, block, from, to);
      mids.showRows(0, block, from, to);
    }
    for (let row = from; row < to; row++) {
      at = receivedAtOf(block, row);
      if (venue.nextAt <= at || tickAt <= at) advance();
      showBook(block, row, book);
      const bid = bids.bestTicks;
      const ask = asks.bestTicks;
      venue.onBook(book);
      risk.onBook(book);
      desk.now = at;
      seen += bid + ask;
      const held = position.lots;
      desk.wantTouch(bid, held < most ? lots : 0, ask, held > -most ? lots : 0);
      desk.work();
    }
    from = to;
  }
  return { fills: fills.count, positionLots: position.lots, quoteUnits: position.quoteUnits, seen };
}
