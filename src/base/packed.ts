import { dec, isDecimal } from './decimal.ts';

/** Under this key stands the text of a decimal. No other object of ours has it. */
const DECIMAL = '$decimal';

/** Plain data with decimals, as another thread can be given it: decimals lose their kind on the way, so they go as text. */
export function packed(value: unknown): unknown {
  if (isDecimal(value)) return { [DECIMAL]: value.toFixed() };
  return mapped(value, packed);
}

/** What `packed` was given. */
export function unpacked(value: unknown): unknown {
  if (typeof value === 'object' && value !== null && DECIMAL in value) return dec(String(value[DECIMAL]));
  return mapped(value, unpacked);
}

function mapped(value: unknown, each: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(each);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, each(inner)]));
}
