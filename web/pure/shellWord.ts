/** A text as one word of a shell, whatever is in it: an id that a stranger has made must not become a command when it is pasted. */
export function shellWord(text: string): string {
  return /^[\w./:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
