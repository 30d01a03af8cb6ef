import type { z } from 'zod';
import { readSchedule } from '../model/schedule.ts';
import { choice, mapOf, percent, scalar, section } from './kinds.ts';
import { currency, money, name } from './moneyAndNames.ts';
import type { Path } from './problem.ts';

/** Two due times are this far apart at least. */
const CLOSEST_MS = 60_000;

const at = scalar(
  'text',
  { about: 'When it is due' },
  'every 1h, or a cron expression like 0 9 * * 5, due once a minute at most',
  ['0 9 * * 5'],
  (text) => {
    const read = readSchedule(text);
    const first = 'value' in read ? read.value.next(0) : undefined;
    const second = 'value' in read && first !== undefined ? read.value.next(first) : undefined;
    return first !== undefined && (second ?? Infinity) - first >= CLOSEST_MS ? text : undefined;
  },
);

const schedule = section('A float (keep, from) or a sweep (above, to)', {
  at,
  zone: scalar(
    'text',
    { about: 'The place whose clock a cron expression is about' },
    'an IANA time zone, like Europe/Berlin',
    ['UTC'],
    (text) => ('value' in readSchedule('0 0 * * *', text) ? text : undefined),
  ).prefault('UTC'),
  keep: money('A float: so much is kept there; what is missing is converted').optional(),
  from: currency('A float: what is converted').optional(),
  slippage: percent({ about: 'A float: how much worse a conversion may get than the quote with which it is asked for' }).prefault('1%'),
  by: choice({ about: 'A float: by the better of a quote and the order book when it is sent, or by a quote always' }, [
    'best',
    'quote',
  ]).prefault('best'),
  above: money('A sweep: what is there above this is sent away').optional(),
  to: name('A sweep: where to, an entry of the address book', 'cold-1').optional(),
  least: money('What is less than this is left for the next time').optional(),
  atMostPerDay: money('The most that it moves within 24 hours, in the currency of keep or above').optional(),
  missed: choice(
    { about: 'What becomes of a due time at which the treasury did not run: it is told and skipped, or the last one is made up for once' },
    ['skip', 'once'],
  ).prefault('skip'),
});

/** Names appear in policies, as `schedule/NAME`. */
const isScheduleName = (text: string): boolean => /^[A-Za-z][\w-]{0,39}$/.test(text);

/** What `sluice treasury serve` asks for by itself. Nothing that trades looks at it. */
export const treasurySection = section('The treasury (sluice treasury serve)', {
  schedules: mapOf(
    'Floats and sweeps, by name; each asks for ordinary moves as schedule/NAME, a person that the policy has to name',
    isScheduleName,
    'a name of letters, digits, - and _ (at most 40)',
    schedule,
  ).prefault({}),
});

interface ScheduleFault {
  readonly path: Path;
  readonly message: string;
  readonly atKey: boolean;
}

/** What no single field of a schedule can check. */
export function scheduleFaults(treasury: z.output<typeof treasurySection> | undefined): ScheduleFault[] {
  return Object.entries(treasury?.schedules ?? {}).flatMap(([key, { keep, from, above, to, least, atMostPerDay }]) => {
    const fault = (field: string | undefined, message: string): ScheduleFault[] => [
      { path: ['treasury', 'schedules', key, ...(field === undefined ? [] : [field])], message, atKey: field === undefined },
    ];
    const isFloat = keep !== undefined && from !== undefined && above === undefined && to === undefined;
    const isSweep = above !== undefined && to !== undefined && keep === undefined && from === undefined;
    if (!isFloat && !isSweep) return fault(undefined, 'needs keep and from, or above and to, and not both');
    const counted = (keep ?? above)!.currency;
    return [
      ...(from === counted ? fault('from', `${from} can't be converted into itself`) : []),
      ...(least !== undefined && least.currency !== counted ? fault('least', `expected an amount of ${counted}`) : []),
      ...(atMostPerDay !== undefined && atMostPerDay.currency !== counted ? fault('atMostPerDay', `expected an amount of ${counted}`) : []),
    ];
  });
}
