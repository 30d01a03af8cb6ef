/** More than any test makes, and more than a day of a demo. */
export const MOST_REMEMBERED = 100_000;

/** Puts one at the end of a list. As soon as there are more than `most`, the oldest tenth is forgotten. */
export function remember<T>(list: T[], one: T, most: number): void {
  list.push(one);
  if (list.length > most) list.splice(0, Math.ceil(most / 10));
}
