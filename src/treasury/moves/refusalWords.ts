import type { Fault } from '../../base/fault.ts';

/** The words of a refusal with those of its fields. */
export function refusalWords({ message, fieldErrors = {} }: Fault): string {
  const fields = Object.entries(fieldErrors).map(([field, words]) => `${field} ${words.join(', ')}`);
  return fields.length === 0 ? message : `${message}: ${fields.join('; ')}`;
}
