import { readdirSync } from 'node:fs';
import { type Instant, isoOf } from '../base/instant.ts';

const PART = /^\d{4}-\d\d-\d\d\.events$/;

/** The file for the events of a UTC day. Names sort in the order of the days. */
export function partName(at: Instant): string {
  return `${isoOf(at).slice(0, 10)}.events`;
}

/** The first moment of a part's day. */
export function partDay(part: string): Instant {
  return Date.parse(part.slice(0, 10));
}

/** Oldest first. */
export function partsOf(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && PART.test(entry.name))
    .map(({ name }) => name)
    .sort();
}
