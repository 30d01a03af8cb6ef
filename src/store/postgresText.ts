/** A character of the private use area, so that nobody else means anything by it. */
const ESCAPE = '\u{e000}';

/** A text of Postgres can't hold a zero character, so that another stands for it. */
export function storedText(text: string): string {
  return /[\0\u{e000}]/u.test(text) ? text.replaceAll(ESCAPE, `${ESCAPE}e`).replaceAll('\0', `${ESCAPE}0`) : text;
}

export function readText(text: string): string {
  return text.includes(ESCAPE) ? text.replaceAll(`${ESCAPE}0`, '\0').replaceAll(`${ESCAPE}e`, ESCAPE) : text;
}
