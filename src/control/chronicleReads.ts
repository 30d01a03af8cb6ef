import { isoOf } from '../base/instant.ts';
import type { Daemon } from '../daemon/daemon.ts';
import { type EquityReport, equityReport } from '../daemon/history/equityReport.ts';
import { MOST_POINTS } from '../daemon/history/equitySeries.ts';
import type { EquityStep } from '../model/chronicle.ts';
import { addStep } from '../model/equitySteps.ts';
import type { ControlHandlers } from './contract/handlerTypes.ts';
import type { ControlRequest } from './contract/controlRequests.ts';
import { eventRow } from './controlLines.ts';

/** So far apart are the steps that are kept. */
const KEPT_MS = 60_000;

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
    'equity.series': async (asked) => {
      if (asked.from !== undefined || asked.to !== undefined) return equityOf(daemon, asked);
      const { everyMs, steps } = history.equity.span;
      return equityReport(everyMs, steps);
    },
  };
}

/**
 * What is kept of earlier lives, and this life from memory while that is finer than what is kept; else all of it as it is kept. No step of one reaches into
 * the other, or falls would be made up.
 */
async function equityOf(
  { history, records }: Daemon,
  { from = 0, to = Number.MAX_SAFE_INTEGER }: ControlRequest<'equity.series'>,
): Promise<EquityReport> {
  const { everyMs: ownMs, steps: own } = history.equity.span;
  const began = own[0]?.at;
  if (began === undefined || ownMs >= KEPT_MS) {
    await history.chronicler?.keepNow();
    const { everyMs, steps } = await records.chronicle.equity(from, to, MOST_POINTS);
    return equityReport(everyMs, [...steps, ...newestOf(history.equity.newest, from, to)]);
  }
  const recent = own.filter(({ at }) => at >= from && at < to);
  const kept = await records.chronicle.equity(from, Math.min(to, began), MOST_POINTS);
  const everyMs = kept.steps.length === 0 ? ownMs : Math.max(kept.everyMs, ownMs);
  const newest = apart(recent, everyMs).length === recent.length ? [] : newestOf(history.equity.newest, from, to);
  return equityReport(everyMs, [...kept.steps, ...apart(recent, everyMs), ...newest]);
}

/** What was seen last, as the last point: it is in the step before it already. */
function newestOf(newest: EquityStep | undefined, from: number, to: number): readonly EquityStep[] {
  return newest !== undefined && newest.at >= from && newest.at < to ? [newest] : [];
}

/** Joined to those that begin so far apart. */
function apart(steps: readonly EquityStep[], everyMs: number): readonly EquityStep[] {
  const joined: EquityStep[] = [];
  for (const step of steps) addStep(joined, step, (last) => step.at < last.at + everyMs);
  return joined;
}
