import type { Fault } from '../../base/fault.ts';

/** The words of a refusal with those of its fields, as far as these are not among them already. */
export function refusalWords({ message, fieldErrors = {} }: Fault): string {
  const untold = Object.entries(fieldErrors).filter(([, words]) => !words.every((word) => message.includes(word)));
  const fields = untold.map(([field, words]) => `${field} ${words.join(', ')}`);
  return fields.length === 0 ? message : `${message}: ${fields.join('; ')}`;
}
