/** Members as the journal and the sessions write them: `decidedAt=1795533747639 symbol="BTC/EUR"`. */
const MEMBER = /\b([a-z]\w*)=("(?:[^"\\]|\\.)*"|[^\s"[{]+)/g;

/** Such a text for people: `decided at 15:22:27.639, symbol BTC/EUR`. What is no member stays as it is. */
export function plainDetail(text: string): string {
  return text
    .replace(MEMBER, (_, name: string, value: string) => (value === 'undefined' ? '' : `${plainName(name)} ${plainValue(value)},`))
    .replace(/\s{2,}/g, ' ')
    .replace(/,\s*$/, '')
    .trim();
}

/** `decidedAt` as `decided at`. */
export function plainName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** Milliseconds since 1970 as a time of day in UTC, a text without its quotes. */
export function plainValue(value: unknown): string {
  const text = typeof value === 'string' ? value.replace(/^"(.*)"$/, '$1') : JSON.stringify(value);
  return /^1[0-9]{12}$/.test(text) ? new Date(Number(text)).toISOString().slice(11, 23) : text;
}
