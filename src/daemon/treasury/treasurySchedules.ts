import { present } from '../../base/assert.ts';
import { readSchedule } from '../../model/schedule.ts';
import type { Settings } from '../../settings/loadSettings.ts';
import type { TreasurySchedule } from '../../treasury/schedules/treasurySchedule.ts';

/** The floats and sweeps of a configuration, which has been checked. */
export function treasurySchedules({ treasury }: Pick<Settings, 'treasury'>): readonly TreasurySchedule[] {
  return Object.entries(treasury.schedules).map(
    ([name, { at, zone, keep, from, slippage, by, above, to, least, atMostPerDay, missed }]) => {
      const read = readSchedule(at, zone);
      return {
        name,
        timer: present('value' in read ? read.value : undefined, 'the time of a checked schedule'),
        zone,
        terms:
          keep === undefined
            ? { type: 'sweep', above: present(above, 'the bound of a sweep'), to: present(to, 'the destination of a sweep') }
            : { type: 'float', keep, from: present(from, 'what a float converts'), slippage, by },
        least: least?.amount,
        atMostPerDay: atMostPerDay?.amount,
        missed,
      };
    },
  );
}
