/** A word, quoted for the shell. */
export function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : inQuotes(text);
}

/** A text within quotes, in which a shell changes nothing. */
export function inQuotes(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
