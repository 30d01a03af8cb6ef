import { Fault } from '../base/fault.ts';

/** The members of a JSON object. Throws a `Fault` `store` that says what should be one. */
export function jsonObject(text: string, what: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Fault('store', `${what} is not JSON: ${text.slice(0, 200)}`, { cause: error });
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Readonly<Record<string, unknown>>;
  throw new Fault('store', `${what} is not a JSON object: ${text.slice(0, 200)}`);
}
