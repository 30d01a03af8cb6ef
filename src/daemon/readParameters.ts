import { decimalFrom } from '../base/decimal.ts';
import { Fault } from '../base/fault.ts';
import { instantOf } from '../base/instant.ts';
import type { ExchangeOperation } from '../client/exchangeTypes.ts';

const WHOLE = new Set(['page', 'count', 'depth']);
const TIMES = new Set(['from', 'to', 'dateFrom', 'dateTo']);
const AMOUNTS = new Set(['fromAmount', 'toAmount']);

/** Parameters of a read, every value as text, in the types of the contract's row. The row itself checks the rest. */
export function readParameters(operation: ExchangeOperation, json: string): Record<string, unknown> {
  const given = parsed(operation, json);
  const values: Record<string, unknown> = {};
  for (const [name, text] of Object.entries(given)) {
    if (typeof text !== 'string') throw new Fault('usage', `${operation}: ${name} must be given as text`);
    const value = valueOf(name, text);
    if (value === undefined) throw new Fault('usage', `${operation}: ${name} can't be ${JSON.stringify(text.slice(0, 100))}`);
    values[name] = value;
  }
  return values;
}

function valueOf(name: string, text: string): unknown {
  if (WHOLE.has(name)) return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
  if (TIMES.has(name)) return instantOf(text);
  return AMOUNTS.has(name) ? decimalFrom(text) : text;
}

function parsed(operation: string, json: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(json || '{}');
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Falls through to the one message for both.
  }
  throw new Fault('usage', `${operation}: expected an object of parameters`);
}
