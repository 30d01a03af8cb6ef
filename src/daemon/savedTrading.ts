import { existsSync } from 'node:fs';
import type { Clock } from '../base/clock.ts';
import { isoOf } from '../base/instant.ts';
import { restoredStops, STOPS_KEY, writeStops } from '../engine/savedStops.ts';
import type { StateStore } from '../model/journal.ts';
import { ALL_TRADING, howItGoesOn, isSameScope, type TradingScope, type TradingStop } from '../model/tradingStop.ts';
import { incidentOfStop } from './incidents.ts';
import { noticeLine } from './eventLines.ts';
import type { Log } from './log.ts';
import { STRATEGY_STATE } from './restore.ts';

/** Lifts the stops of an earlier life, without a daemon. Returns how many were lifted. */
export async function resumeSavedTrading(state: StateStore, scope: TradingScope, clock: Clock): Promise<number> {
  const stops = await savedStops(state, clock);
  const kept = stops.filter((stop) => scope.of !== 'all' && !isSameScope(stop.scope, scope));
  if (kept.length < stops.length) await state.save(STRATEGY_STATE, STOPS_KEY, writeStops(kept));
  return stops.length - kept.length;
}

/** What was stopped may be lost with the end of a journal, so that nothing is traded after its recovery before a person says so. */
export async function haltRecovered(state: StateStore, clock: Clock): Promise<void> {
  const stops = await savedStops(state, clock);
  const before = stops.find(({ scope, state: stopped, cause }) => scope.of === 'all' && stopped === 'halted' && cause === 'operator');
  const reason = 'the journal was recovered, and a stop that was set in the part that is lost is not known any more';
  const halt: TradingStop = {
    scope: ALL_TRADING,
    state: 'halted',
    cause: 'operator',
    orders: 'keep',
    reason,
    since: clock.now(),
    until: undefined,
  };
  const kept = stops.filter(({ scope, cause }) => scope.of !== 'all' || cause !== 'operator');
  // It is the last word: what was to be closed is not closed any further, since what is held may be in the lost part, too.
  await state.save(STRATEGY_STATE, STOPS_KEY, writeStops([...kept, before ?? halt]));
}

/** Why the next life trades nothing from its start on, and how it goes on. Undefined where it may trade. */
export async function haltedAtStart(state: StateStore, clock: Clock, killFile: string): Promise<string | undefined> {
  if (existsSync(killFile)) return `the kill file ${killFile} is there`;
  const halt = (await savedStops(state, clock)).find(({ scope, state: stopped }) => scope.of === 'all' && stopped === 'halted');
  return halt && `${halt.reason}; it goes on ${howItGoesOn(halt)}`;
}

/** Who starts stopped says so to all that look at the log, or are told of it. */
export async function tellSavedStops(state: StateStore, clock: Clock, log: Pick<Log, 'write'>): Promise<void> {
  for (const stop of await savedStops(state, clock)) {
    const { level, text } = noticeLine({ type: 'trading', ...stop })!;
    log.write(level, 'trading', `${text} (it was stopped at ${isoOf(stop.since)}, before this start)`, {}, incidentOfStop(stop, false));
  }
}

/** The stops that the next life starts with. */
export async function savedStops(state: StateStore, clock: Clock): Promise<readonly TradingStop[]> {
  return restoredStops((await state.load(STRATEGY_STATE))[STOPS_KEY], clock.now());
}
