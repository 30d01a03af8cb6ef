import { isDecimal } from '../base/decimal.ts';
import type { Decision } from './decisions.ts';

/** `place BTC/EUR Buy 0.01 @ 61250.1 …`: the type of the decision, then every member. */
export function decisionText({ type, ...members }: Decision): string {
  const texts = Object.entries(members).map(([name, value]) => `${name}=${isDecimal(value) ? value.toFixed() : JSON.stringify(value)}`);
  return [type, ...texts].join(' ');
}
