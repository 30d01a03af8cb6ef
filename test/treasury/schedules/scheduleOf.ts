import { readSchedule, type Schedule } from '../../../src/model/schedule.ts';

/** A schedule that is known to be right. */
export function scheduleOf(text: string, zone = 'UTC'): Schedule {
  const read = readSchedule(text, zone);
  if ('problem' in read) throw new Error(read.problem);
  return read.value;
}
