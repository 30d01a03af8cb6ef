import type { Instant } from '../../base/instant.ts';
import { automaticPerson } from '../../model/automaticPerson.ts';
import type { MoveRecord } from '../../model/move.ts';
import type { TreasuryStore } from '../../store/treasuryStore.ts';
import { type ScheduleFacts, type ScheduleReport, scheduleReport } from './scheduleReport.ts';
import type { TreasurySchedule } from './treasurySchedule.ts';

/** A schedule as its store has it, and what it would do now where that is known. */
export async function storedReport(
  schedule: TreasurySchedule,
  store: Pick<TreasuryStore, 'schedules' | 'moves'>,
  now: Instant,
  wanted?: ScheduleFacts['wanted'],
): Promise<ScheduleReport> {
  const last = await store.schedules.before(schedule.name, Number.MAX_SAFE_INTEGER);
  const move = last?.moveId === undefined ? undefined : await store.moves.get(last.moveId);
  return scheduleReport(schedule, { now, last, move, open: await openMoveOf(schedule, store), wanted });
}

/** Its move that may still change. */
export async function openMoveOf({ name }: TreasurySchedule, { moves }: Pick<TreasuryStore, 'moves'>): Promise<MoveRecord | undefined> {
  return (await moves.open()).find(({ initiator }) => initiator === automaticPerson(name));
}
