import { didYouMean } from '../base/didYouMean.ts';
import { DAY_MS } from '../base/instant.ts';
import type { VenueBehaviour } from './simulatorOptions.ts';

/** What a person may choose of a venue's behaviour: words, or milliseconds up to the given number. */
const CHOICES = {
  replaceId: ['keep', 'new'],
  replaceAmount: ['remaining', 'total'],
  trades: ['fills', 'orders', 'growing'],
  pageBase: ['0', '1'],
  openOrdersPageBase: ['0', '1'],
  slashes: ['lax', 'strict'],
  references: ['referenceId', 'traceId'],
  steps: ['enforced', 'rounded'],
  timestampWindowMs: DAY_MS,
  tradesLateMs: 600_000,
  ordersLateMs: 600_000,
  feesLateMs: 600_000,
} as const satisfies Partial<Record<keyof VenueBehaviour, readonly string[] | number>>;

type Choice = keyof typeof CHOICES;

const NAMES = Object.keys(CHOICES) as readonly Choice[];

/** `name=value` as a part of a venue's behaviour. Throws an `Error` that says what was expected. */
export function behaviourChoice(text: string): VenueBehaviour {
  const [, name = '', value = ''] = /^([A-Za-z]+)=(.+)$/.exec(text) ?? [];
  const choice = NAMES.find((known) => known === name);
  if (choice === undefined) {
    const near = didYouMean(name, NAMES);
    throw new Error(`expected NAME=VALUE with one of ${NAMES.join(', ')}${near === undefined ? '' : `; did you mean ${near}?`}`);
  }
  const values: readonly string[] | number = CHOICES[choice];
  if (typeof values === 'number') {
    if (!/^\d{1,9}$/.test(value) || Number(value) > values) throw new Error(`${name}: expected milliseconds from 0 to ${values}`);
    return { [choice]: Number(value) };
  }
  if (!values.includes(value)) throw new Error(`${name}: expected ${values.join(' or ')}`);
  return { [choice]: choice === 'pageBase' || choice === 'openOrdersPageBase' ? Number(value) : value };
}
