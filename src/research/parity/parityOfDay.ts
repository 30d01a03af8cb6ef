import { symbolsOf } from '../../model/tradedMarkets.ts';
import { present } from '../../base/assert.ts';
import { Fault, isFault } from '../../base/fault.ts';
import { DAY_MS, type Instant, isoOf } from '../../base/instant.ts';
import type { BacktestMarket, BacktestOptions } from '../backtest/backtestOptions.ts';
import type { MatchLimits } from './matchFills.ts';
import { type StrategyParity, strategyParity } from './parityReport.ts';
import type { Band } from '../runRecord.ts';
import { fillModels } from '../../loading/fillModels.ts';
import { unseenAfter } from '../../loading/unseenAfter.ts';
import { pollsOf } from '../../loading/pollsOf.ts';
import { orderRate } from '../../loading/orderRate.ts';
import { type OpenPast, pastIn } from '../../recording/warmingUp.ts';
import { recordedMarkets } from '../backtest/recordedMarkets.ts';
import { canaryRun } from '../../session/canary.ts';
import type { SessionEngine } from '../../session/sessionEngine.ts';
import { readManifest } from '../../session/sessionManifest.ts';
import { sessionsOfDay, type StoredSession } from '../../session/sessions.ts';
import { backtestLife } from './backtestLife.ts';
import { SessionCursor } from './sessionCursor.ts';
import { type SessionLife, sessionLife } from './sessionLife.ts';
import { type AssumedSettings, sessionSettings } from './sessionSettings.ts';

export interface ParityOptions {
  readonly state: string;
  /** The first moment of a UTC day. */
  readonly day: Instant;
  /** What the backtest assumes about fees, conversions and polls. By default, what the session's own configuration said. */
  readonly settings: AssumedSettings | undefined;
  /** The folder of recordings to take the market from. By default, the session's own books are used. */
  readonly data: string | undefined;
  /** The engine of the session in a folder. The session names the code that it runs, so this is where a person is asked. */
  readonly engineOf: (folder: string) => Promise<SessionEngine>;
}

/** The part of one session that lies in the day. */
export interface SessionParity {
  readonly session: string;
  readonly from: Instant;
  readonly to: Instant;
  readonly market: 'session' | 'recording';
  /** The limits for matching, from the pace of the polls and the time that requests really took. */
  readonly limits: MatchLimits;
  readonly answerMs: number | undefined;
  /**
   * Decisions made on the recorded state, so that one difference does not cause another: how many events there were, and on how
   * many the decision differs.
   */
  readonly openLoop: { readonly events: number; readonly differing: number };
  readonly fills: Readonly<Record<Band, number>> & { readonly real: number };
  readonly strategies: readonly StrategyParity[];
  /** What a reader must know before trusting the figures. */
  readonly notes: readonly string[];
}

const LEAST_WINDOW_MS = 1000;
const PRICE_SHARE = 0.0002;

/**
 * Compares each session of a day with the backtest of the same time. A session that can't be compared, because one of its
 * strategies is gone, is listed with the reason as its note. When no session can be compared, the reason is thrown. Throws a
 * `Fault` `not-found` when there is no session.
 */
export async function parityOfDay(options: ParityOptions): Promise<readonly SessionParity[]> {
  const { state, day } = options;
  const found: SessionParity[] = [];
  const reasons: Fault[] = [];
  for (const session of sessionsOfDay(state, day)) {
    const [from, to] = [Math.max(session.startedAt, day), day + DAY_MS - 1];
    const real = sessionLife(session.folder, from, to);
    if (real.looks.size === 0) continue;
    try {
      found.push(await parityOf(session, real, options, from, to));
    } catch (error) {
      if (!isFault(error)) throw error;
      reasons.push(error);
      found.push(notCompared(session, real, options, error));
    }
  }
  if (reasons.length > 0 && reasons.length === found.length) throw reasons[0]!;
  if (found.length === 0) {
    throw new Fault('not-found', `no session has books of ${isoOf(day).slice(0, 10)}`, {
      suggestion: 'name another day with --day; a daemon writes sessions while it runs (session.write)',
    });
  }
  return found;
}

async function parityOf(
  session: StoredSession,
  real: SessionLife,
  options: ParityOptions,
  from: Instant,
  to: Instant,
): Promise<SessionParity> {
  const manifest = readManifest(session.folder);
  const { settings: engine, changedCode } = await options.engineOf(session.folder);
  const { events, differing } = canaryRun(session.folder, engine, from, { to });
  const limits = limitsOf(real);
  const range = rangeOf(real);
  const settings = options.settings ?? sessionSettings(manifest);
  const simulated = backtestLife(
    {
      ...worldOf(real, settings, manifest.engine.seed),
      engine,
      // The last look is one of both lives, and a range ends before its end.
      range: { from: range.from, to: range.to + 1 },
      markets: marketsOf(session, options, real, range.from, unseenAfter(settings, real.pairs.length)),
      past: pastOf(session, options, real),
    },
    real.marks,
    range.from,
    range.to,
  );
  const markets = manifest.engine.strategies.flatMap((one) => symbolsOf(one).map((symbol) => ({ strategy: one.name, symbol })));
  const strategies = markets.flatMap(({ strategy, symbol }) => {
    const [looks, mark] = [real.looks.get(symbol), real.marks.get(symbol)];
    if (looks === undefined || mark === undefined) return [];
    return [strategyParity({ strategy, symbol, real: real.life, simulated: simulated.life, looks, mark, limits })];
  });
  const names = new Set(strategies.map(({ strategy }) => strategy));
  const fills = { ...simulated.fills, real: real.life.fills.filter(({ strategy }) => names.has(strategy)).length };
  return {
    session: session.id,
    ...range,
    market: options.data === undefined ? 'session' : 'recording',
    limits,
    answerMs: answerMsOf(real),
    openLoop: { events, differing },
    fills,
    strategies,
    notes: notesOf(session, options, real, changedCode),
  };
}

/** What is known of a session without a backtest. */
function notCompared(session: StoredSession, real: SessionLife, options: ParityOptions, { message }: Fault): SessionParity {
  return {
    session: session.id,
    ...rangeOf(real),
    market: options.data === undefined ? 'session' : 'recording',
    limits: limitsOf(real),
    answerMs: answerMsOf(real),
    openLoop: { events: 0, differing: 0 },
    fills: { pessimistic: 0, fitted: 0, optimistic: 0, real: real.life.fills.length },
    strategies: [],
    notes: [`it could not be compared: ${message}`, ...notesOf(session, options, real, [])],
  };
}

/** Latency there and back. */
function answerMsOf({ latency }: SessionLife): number | undefined {
  return latency === undefined ? undefined : latency.entryMs + latency.responseMs;
}

/** Two fills can't be told apart when they are nearer in time than two looks and the way of a request. */
function limitsOf(life: SessionLife): MatchLimits {
  const { looks } = life;
  const answerMs = answerMsOf(life) ?? 0;
  const apart = [...looks.values()].flatMap((times) => times.slice(1).map((at, i) => at - times[i]!));
  const pollMs = apart.sort((a, b) => a - b)[apart.length >> 1] ?? 0;
  return { windowMs: Math.max(LEAST_WINDOW_MS, 2 * pollMs + answerMs), priceShare: PRICE_SHARE };
}

function rangeOf({ looks }: SessionLife): { readonly from: Instant; readonly to: Instant } {
  const times = [...looks.values()];
  return { from: Math.min(...times.map((of) => of[0]!)), to: Math.max(...times.map((of) => of.at(-1)!)) };
}

function marketsOf(
  session: StoredSession,
  { data }: ParityOptions,
  { pairs }: SessionLife,
  from: Instant,
  unseenAfterMs: number,
): readonly BacktestMarket[] {
  if (data !== undefined) {
    return recordedMarkets(
      data,
      pairs.map(({ symbol }) => symbol),
      { from },
    );
  }
  const { id, folder } = session;
  return pairs.map((pair) => ({ symbol: pair.symbol, hash: id, open: () => new SessionCursor(folder, pair, from, unseenAfterMs) }));
}

/** What came before: in the session with what it was warmed up with, else in the recordings. */
function pastOf({ folder }: StoredSession, { data }: ParityOptions, { pairs }: SessionLife): OpenPast {
  if (data !== undefined) return pastIn(data);
  return (symbol, from) =>
    new SessionCursor(
      folder,
      present(
        pairs.find((pair) => pair.symbol === symbol),
        symbol,
      ),
      from,
      Infinity,
    );
}

/** The assumptions of the backtest: what is known of reality, and the configuration for the rest. */
function worldOf(
  { balances, latency, quotes, pairs }: SessionLife,
  settings: AssumedSettings,
  seed: string,
): Omit<BacktestOptions, 'engine' | 'markets' | 'range'> {
  const { fees, latency: assumed, conversion } = settings.backtest;
  return {
    balances: balances ?? {},
    fees,
    latency: latency ?? { entryMs: assumed.entry, responseMs: assumed.response },
    poll: pollsOf(settings),
    rate: orderRate(settings, pairs.length),
    models: fillModels(settings),
    conversion: { spreadBps: conversion.spreadBps, validForMs: conversion.validFor },
    quotes,
    equityEveryMs: 60_000,
    currency: pairs[0]!.quote,
    onStop: settings.risk.onStop,
    about: { name: 'parity', code: {}, config: '', seed, versions: {}, strategies: [] },
  };
}

function notesOf(
  { startedAt }: StoredSession,
  { day }: ParityOptions,
  { balances, tear, isSetBack }: SessionLife,
  changedCode: readonly string[],
): string[] {
  const notes: string[] = [];
  if (startedAt < day)
    notes.push(
      'the session began before the day: here its strategies begin anew, without positions, and what is not warmed up is not known',
    );
  if (balances === undefined) notes.push('the balances are not known: the backtest had none');
  if (isSetBack)
    notes.push('the clock was set back meanwhile: the times before and after that overlap here, so this is not a fair comparison');
  if (changedCode.length > 0) notes.push(`the code of ${changedCode.join(', ')} has changed since`);
  if (tear !== undefined) notes.push(`the session can't be read beyond ${tear.part}, byte ${tear.offset}: ${tear.reason}`);
  return notes;
}
