/** A value of a file, short, as messages show it. */
export function shownValue(value: unknown): string {
  if (value === undefined) return 'missing';
  const text = jsonOf(value) ?? (Array.isArray(value) ? 'a list' : 'an object');
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}

const MOST_SHOWN = 80;

/** Undefined for what can't be written, such as what is nested too deeply. */
function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
