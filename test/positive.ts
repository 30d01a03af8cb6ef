import { WrongOption } from './wrongOption.ts';

/** A number above 0 that a person gives to a command for developers. Throws when it is none: a run of nothing must not look like one that found nothing. */
export function positive(name: string, text: string, most = 1e12): number {
  const number = Number(text);
  if (number > 0 && number <= most) return number;
  throw new WrongOption(`--${name} must be a number above 0, at most ${most}, not ${text}`);
}

/** A whole one. */
export function positiveWhole(name: string, text: string, most?: number): number {
  const number = positive(name, text, most);
  if (Number.isSafeInteger(number)) return number;
  throw new WrongOption(`--${name} must be a whole number, not ${text}`);
}
