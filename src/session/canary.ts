import { messageOf } from '../base/fault.ts';
import type { Instant } from '../base/instant.ts';
import type { EngineSettings } from '../engine/engineState.ts';
import type { Event } from '../model/event.ts';
import { type Decision, decisionsOf } from './decisions.ts';
import { type Difference, differenceBetween } from './difference.ts';
import type { Leftovers } from './matchDecisions.ts';
import type { Progress } from './replay.ts';
import { SessionReader, type Tear } from './sessionReader.ts';
import { type Divergence, ShadowEngine } from './shadowEngine.ts';

/** What another build or configuration would have decided differently in one session. */
export interface CanaryRun {
  /** The number of events in the requested time. */
  readonly events: number;
  /** Events on which at least one decision differs. */
  readonly differing: number;
  /** By strategy and kind of decision. */
  readonly counts: readonly CanaryCount[];
  /** The first differences in full. */
  readonly first: readonly Difference[];
  readonly tear: Tear | undefined;
}

export interface CanaryCount {
  readonly strategy: string;
  /** `place`, `cancel`, `refused`, … */
  readonly kind: string;
  /** Decisions that only the recorded run made. */
  dropped: number;
  /** Decisions that only the new run would make. */
  added: number;
  /** Decisions that both make, but not alike. */
  changed: number;
}

const TELL_EVERY = 5000;

/** The time up to which decisions are compared, and how many of the differing events are kept in full. */
export interface CanaryOptions {
  readonly to?: Instant;
  readonly show?: number;
  readonly progress?: Progress;
}

/** Runs through a session from its beginning, and counts the decisions that differ from `since` up to and including `to`. */
export function canaryRun(
  folder: string,
  settings: EngineSettings,
  since: Instant,
  { to = Infinity, show = 0, progress }: CanaryOptions = {},
): CanaryRun {
  const reader = new SessionReader(folder);
  const shadow = new ShadowEngine(settings);
  const counts = new Map<string, CanaryCount>();
  const first: Difference[] = [];
  let lived = 0;
  let events = 0;
  let differing = 0;
  for (const { event, decisions } of reader.steps()) {
    if (event.at > to) break;
    if (++lived % TELL_EVERY === 0) progress?.(reader.readBytes / reader.totalBytes, lived);
    const { divergence, isFailed } = stepOf(shadow, event, decisions);
    if (event.at >= since || isFailed) events++;
    if (divergence === undefined || (event.at < since && !isFailed)) continue;
    differing++;
    count(counts, divergence);
    if (first.length < show) first.push(differenceBetween(event, divergence.recorded, divergence.replayed));
    if (isFailed) break;
  }
  const sorted = [...counts.values()].sort((a, b) => (a.strategy + a.kind < b.strategy + b.kind ? -1 : 1));
  return { events, differing, counts: sorted, first, tear: reader.tear };
}

/** One step. An engine that throws has made that its only decision and takes no further event. */
function stepOf(shadow: ShadowEngine, event: Event, decisions: string): { divergence: Divergence; isFailed: boolean } {
  try {
    return { divergence: shadow.step(event, decisions), isFailed: false };
  } catch (error) {
    const failed = { type: 'engine-failed', message: messageOf(error) };
    return { divergence: { recorded: decisionsOf(decisions), replayed: [failed] }, isFailed: true };
  }
}

/** Two decisions on the same event about the same thing count as one that changed. */
function count(counts: Map<string, CanaryCount>, { recorded, replayed }: Leftovers): void {
  const added = replayed.map(subjectOf);
  for (const decision of recorded) {
    const at = added.indexOf(subjectOf(decision));
    rowOf(counts, decision)[at < 0 ? 'dropped' : 'changed']++;
    if (at >= 0) added[at] = undefined;
  }
  for (const [i, decision] of replayed.entries()) if (added[i] !== undefined) rowOf(counts, decision).added++;
}

function subjectOf({ type, strategy, symbol, side }: Decision): string | undefined {
  return [type, strategy, symbol, side].map(String).join(' ');
}

function rowOf(counts: Map<string, CanaryCount>, decision: Decision): CanaryCount {
  const { strategy: name } = decision;
  const strategy = typeof name === 'string' ? name : '';
  const key = `${strategy} ${decision.type}`;
  let row = counts.get(key);
  if (row === undefined) {
    row = { strategy, kind: decision.type, dropped: 0, added: 0, changed: 0 };
    counts.set(key, row);
  }
  return row;
}
