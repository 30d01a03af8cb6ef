import { Fault } from '../base/fault.ts';
import type { ExchangeOperation } from '../client/exchangeTypes.ts';
import { exchange } from '../contract/exchange.ts';
import { paramsFromText } from '../contract/paramsFromText.ts';

/** The parameters of a read, which cross the socket as text, in the types of the contract's row. */
export function readParameters(operation: ExchangeOperation, json: string): Record<string, unknown> {
  const given = parsed(operation, json);
  for (const [name, text] of Object.entries(given)) {
    if (typeof text !== 'string') throw new Fault('usage', `${operation}: ${name} must be given as text`);
  }
  return paramsFromText(operation, exchange[operation], given as Readonly<Record<string, string>>);
}

function parsed(operation: string, json: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(json || '{}');
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Falls through to the message that both cases share.
  }
  throw new Fault('usage', `${operation}: expected an object of parameters`);
}
