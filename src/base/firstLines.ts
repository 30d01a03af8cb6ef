/** A person reads so many problems at once, and corrects them before the next look. */
const MOST_LINES = 20;

/** The first of many lines for a person, and one that says how many more there are. */
export function firstLines(lines: readonly string[], most: number = MOST_LINES): readonly string[] {
  return lines.length <= most ? lines : [...lines.slice(0, most), `and ${lines.length - most} more; -o json shows all`];
}
