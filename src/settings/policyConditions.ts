import { DAY_MS, durationMsOf } from '../base/instant.ts';
import { MOVE_KINDS } from '../model/move.ts';
import { isZone } from '../policy/localTime.ts';
import { choice, flag, listOf, scalar, section } from './kinds.ts';
import { bounds, currency, fraction, money, moneyOrFraction, name, oneOrMore } from './moneyAndNames.ts';

const SCOPES = ['currency', 'destination', 'initiator', 'everything'] as const;
const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

export const ANY_IN_BOOK = 'any in book';

const LONGEST_MS = 3650 * DAY_MS;

const last = scalar(
  'duration',
  { about: 'The time that ends now', unit: 's, m, h or d' },
  'a duration from 1m to 3650d, like 1h, 24h or 7d, or lifetime',
  ['24h', 'lifetime'],
  (given): number | 'lifetime' | undefined => {
    if (given === 'lifetime') return given;
    const ms = durationMsOf(given);
    return ms !== undefined && ms >= 60_000 && ms <= LONGEST_MS ? ms : undefined;
  },
);

const windowAmount = bounds('The sum of what left in that time and this payment', money).shape;

const window = section('What has left in a time that ends now, with this payment', {
  last,
  ...windowAmount,
  per: choice(
    {
      about:
        'What is added up: what left in the same currency, to the same destination, asked for by the same person, or everything that left',
    },
    SCOPES,
  ).prefault('currency'),
});

/** `Mon` or `Mon..Fri`, as days of the week from 1 for Monday. */
const dayRange = scalar('text', { about: 'A day or several' }, 'a day or several, like Sat or Mon..Fri', ['Mon..Fri'], (given) => {
  const [from, to = from, ...more] = given.split('..').map((day) => DAYS.indexOf(day));
  if (from === undefined || to === undefined || from < 0 || to < 0 || more.length > 0) return undefined;
  return Array.from({ length: ((to - from + 7) % 7) + 1 }, (_, i) => ((from + i) % 7) + 1);
});

function timeOfDay(about: string) {
  return scalar('text', { about }, 'a time of the day from 00:00 to 24:00, like 08:00', ['08:00'], (given) => {
    const [, hour, minute] = /^(\d{2}):([0-5]\d)$/.exec(given) ?? [];
    const at = Number(hour) * 60 + Number(minute);
    return at <= 24 * 60 ? at : undefined;
  });
}

const hours = section('Times of the week, by the clock of a place', {
  days: oneOrMore('Days on which the time begins; every day when not given', dayRange, 'days', '[Mon..Fri]')
    .transform((days) => [...new Set(days.flat())].toSorted((a, b) => a - b))
    .prefault('Mon..Sun'),
  from: timeOfDay('When it begins').prefault('00:00'),
  to: timeOfDay('When it ends; a time before `from` is one of the next day').prefault('24:00'),
  zone: scalar('text', { about: 'The place' }, 'an IANA time zone, like Europe/Berlin or UTC', ['Europe/Berlin'], (given) =>
    isZone(given) ? given : undefined,
  ),
});

/** What `if` of a rule may ask for. */
export const conditionsSection = section('What must hold for the rule to decide; without it, the rule always does', {
  kind: oneOrMore('What kind of move it is', choice({ about: 'A kind of move' }, MOVE_KINDS), 'kinds', '[withdrawal, payout]').optional(),
  currency: oneOrMore('What leaves', currency('A currency'), 'currencies', '[EUR, BTC]').optional(),
  into: oneOrMore('What a conversion brings', currency('A currency'), 'currencies', '[EUR]').optional(),
  network: oneOrMore('Through which network', name('A network', 'Bitcoin'), 'networks', '[Bitcoin]').optional(),
  destination: oneOrMore(
    `Where it goes: names or labels of entries of the address book, or \`${ANY_IN_BOOK}\``,
    name('A name or a label', 'cold-storage'),
    'names or labels',
    '[cold-storage, suppliers]',
  ).optional(),
  initiator: oneOrMore('Who asks for it', name('A person or a group', 'finance'), 'people or groups', '[anna, finance]').optional(),
  amount: bounds('How much leaves, fee aside', money).optional(),
  window: listOf('Sums of what left; all must hold', window, 'windows', 20, '[{ last: 24h, atMost: 25000 EUR }]').optional(),
  hours: hours.optional(),
  balance: section('What stays', { floor: money('What must be left after amount and fee, at least') }).optional(),
  fee: bounds('What the venue takes, as an amount or as a percentage of what leaves', moneyOrFraction).optional(),
  share: bounds('How much of what can be withdrawn leaves', fraction).optional(),
  link: flag({
    about: 'Whether it is a refund by a link, of which the payer picks the address; a rule without it lets none through',
  }).optional(),
});
