import { isoOf } from '../base/instant.ts';
import type { Daemon } from '../daemon/daemon.ts';
import { type EquityReport, equityReport, MOST_POINTS } from '../daemon/history/equitySeries.ts';
import type { EquityPoint } from '../model/chronicle.ts';
import type { ControlHandlers } from './contract/handlerTypes.ts';
import type { ControlRequest } from './contract/controlRequests.ts';
import { eventRow } from './controlLines.ts';

/** The rows about what happened before: from memory where it reaches back far enough, else from the account's store. */
export function chronicleReads(daemon: Daemon): ControlHandlers<'events.list' | 'equity.series' | 'refusals.list'> {
  const { history, records } = daemon;
  return {
    'refusals.list': ({ limit }) => ({
      lines: history.refusals.last(limit).map((line) => ({ ...line, at: isoOf(line.at) })),
      counts: daemon.trader.snapshot().refusals,
      byVenue: history.refusals.counts,
    }),
    'events.list': async ({ limit, ...filter }) => {
      const inMemory = history.lines.find(filter, limit);
      if (inMemory !== undefined) return inMemory.map(eventRow);
      // What is still to be written down belongs to it.
      await history.chronicler?.keepNow();
      return (await records.chronicle.lines(filter, limit)).map(eventRow);
    },
    'equity.series': async (asked) =>
      asked.from === undefined && asked.to === undefined ? history.equity.report() : equityOf(daemon, asked),
  };
}

/** What is kept of earlier lives, and this life as far as it is in memory, no closer than that. */
async function equityOf(
  { history, records }: Daemon,
  { from = 0, to = Number.MAX_SAFE_INTEGER }: ControlRequest<'equity.series'>,
): Promise<EquityReport> {
  const own = history.equity.report();
  const recent = own.points.filter(({ at }) => at >= from && at < to);
  const kept = await records.chronicle.equity(from, Math.min(to, recent[0]?.at ?? to), MOST_POINTS);
  const everyMs = kept.points.length === 0 ? own.everyMs : Math.max(kept.everyMs, own.everyMs);
  return equityReport(everyMs, [...kept.points, ...apart(recent, everyMs)]);
}

/** Those that stand so far apart, and the last one. */
function apart(points: readonly EquityPoint[], everyMs: number): readonly EquityPoint[] {
  let next = -Infinity;
  return points.filter(({ at }, place) => {
    if (at < next && place < points.length - 1) return false;
    next = at + everyMs;
    return true;
  });
}
