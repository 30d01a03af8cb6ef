import type { z } from 'zod';
import type { Decimal } from '../base/decimal.ts';
import { type Amount, amount, listOf, percent, scalar, section, whole } from './kinds.ts';
import { textOr } from './textOr.ts';

/** A part of something: `2%` is 0.02. */
interface Share {
  readonly fraction: Decimal;
}

/** One value, or a list of them. */
export function oneOrMore<T extends z.ZodType>(about: string, item: T, what: string, example: string) {
  return textOr(
    about,
    item.transform((one): z.output<T>[] => [one]),
    listOf(about, item, what, 500, example),
  );
}

const isCurrency = (given: string): boolean => /^[A-Z0-9]{1,20}$/.test(given);

export function currency(about: string) {
  const parse = (given: string): string | undefined => (isCurrency(given) ? given : undefined);
  return scalar('text', { about }, 'a currency in capitals, like EUR', ['EUR'], parse, (given) => parse(given.toUpperCase()));
}

/** The name of something that is named elsewhere, where any letters are allowed. */
export function name(about: string, example: string) {
  const isName = (given: string): boolean => given.trim() === given && given.length > 0 && given.length <= 100;
  return scalar('text', { about }, 'a name', [example], (given) => (isName(given) ? given : undefined));
}

/** An amount in a currency that a payment can have. */
export function money(about: string) {
  const expected = 'an amount above 0 with its currency in capitals, like 500 EUR';
  const parse = (given: string): Amount | undefined => {
    const { data } = amount({ about }).safeParse(given);
    return data !== undefined && isCurrency(data.currency) ? data : undefined;
  };
  return scalar('amount', { about }, expected, ['500 EUR'], parse, (given) =>
    parse(given.toUpperCase()) ? given.toUpperCase() : undefined,
  );
}

export function fraction(about: string) {
  return scalar('percent', { about, unit: '%' }, 'a percentage from 0% to 100%, like 10%', ['10%'], (given): Share | undefined => {
    const { data } = percent({ about }, 'zero-too').safeParse(given);
    return data === undefined ? undefined : { fraction: data };
  });
}

/** `7 EUR` or `1%`. */
export function moneyOrFraction(about: string) {
  const expected = 'an amount with its currency, like 7 EUR, or a percentage, like 1%';
  return scalar('amount', { about }, expected, ['7 EUR', '1%'], (given): Amount | Share | undefined =>
    given.endsWith('%') ? fraction(about).safeParse(given).data : money(about).safeParse(given).data,
  );
}

/** Two bounds, of which one is needed at least. */
export function bounds<T extends z.ZodType>(about: string, value: (about: string) => T) {
  return section(about, {
    atMost: value(`${about}: holds up to this, which is allowed itself`).optional(),
    above: value(`${about}: holds beyond this`).optional(),
  });
}

/** Who has to approve something. */
export function approvals(about: string) {
  const need = section('So many people of a group', {
    need: whole({ about: 'How many people', unit: 'people' }, { min: 1, max: 50 }),
    of: name('The group', 'finance'),
  });
  return listOf(about, need, 'needs', 10, '[{ need: 2, of: finance }]');
}
