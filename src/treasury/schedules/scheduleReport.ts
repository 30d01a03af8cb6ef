import { type Instant, isoOf } from '../../base/instant.ts';
import { automaticPerson } from '../../model/automaticPerson.ts';
import type { MoveRecord } from '../../model/move.ts';
import type { ScheduleRun } from '../../model/scheduleRun.ts';
import type { DryRun } from '../moves/dryRun.ts';
import { type DryRunReport, dryRunReport } from '../moves/moveReport.ts';
import { scheduleText, type TreasurySchedule } from './treasurySchedule.ts';

/** A schedule as people and programs see it. */
export interface ScheduleReport {
  readonly name: string;
  /** As whom it asks. */
  readonly person: string;
  readonly what: string;
  readonly at: string;
  readonly zone: string;
  readonly nextDue: string | null;
  /** What it would ask for now. Null when for nothing. */
  readonly now: DryRunReport | null;
  /** What it would do now, in words. */
  readonly would: string;
  /** Its move that may still change. While there is one, it asks for no other. */
  readonly open: string | null;
  readonly last: {
    readonly dueAt: string;
    readonly outcome: string;
    readonly move: string | null;
    /** How the move stands now. */
    readonly state: string | null;
    readonly evidence: string;
  } | null;
}

export interface ScheduleFacts {
  readonly now: Instant;
  readonly last: ScheduleRun | undefined;
  /** The move that was asked for last. */
  readonly move: MoveRecord | undefined;
  readonly open: MoveRecord | undefined;
  /** Undefined where nobody has asked the venue. */
  readonly wanted: DryRun | { readonly why: string } | undefined;
}

export function scheduleReport(schedule: TreasurySchedule, { now, last, move, open, wanted }: ScheduleFacts): ScheduleReport {
  const { name, timer, zone } = schedule;
  const next = timer.next(now);
  const dryRun = wanted === undefined || 'why' in wanted ? null : dryRunReport(wanted);
  return {
    name,
    person: automaticPerson(name),
    what: scheduleText(schedule),
    at: timer.text,
    zone,
    nextDue: next === undefined ? null : isoOf(next),
    now: dryRun,
    would:
      wanted === undefined
        ? NOT_ASKED
        : 'why' in wanted
          ? `nothing: ${wanted.why}`
          : open === undefined
            ? wordsOf(dryRun!)
            : `nothing: ${open.id} is still ${open.state}`,
    open: open?.id ?? null,
    last:
      last === undefined
        ? null
        : {
            dueAt: isoOf(last.dueAt),
            outcome: last.outcome,
            move: last.moveId ?? null,
            state: move?.state ?? null,
            evidence: move?.evidence ?? last.evidence,
          },
  };
}

const NOT_ASKED = 'not known: only the process that has the account asks the venue';
const VERDICTS = { allow: 'allowed', approve: 'needs approval', deny: 'refused' } as const;

function wordsOf({ rows, verdict, rule, why, problems }: DryRunReport): string {
  const { amount, currency, to, address, receives, receivesCurrency } = rows[0]!;
  const brings = receives === null ? '' : ` for ${receives} ${receivesCurrency}`;
  const what = to === null ? `convert ${amount} ${currency} into ${address}${brings}` : `withdraw ${amount} ${currency} to ${to}`;
  const said = problems.length > 0 ? `but ${problems.join('; ')}` : `rule "${rule}": ${VERDICTS[verdict]}`;
  return `${what}, ${said}${verdict === 'deny' && problems.length === 0 ? ` (${why.join('; ')})` : ''}`;
}
