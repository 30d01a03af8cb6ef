import { type Decimal, dec, ZERO } from '../../src/base/decimal.ts';
import { DONE } from './placeWorked.ts';
import type { World } from './world.ts';

/** What worked orders have come to. */
export interface ParentsFound {
  /** Worked orders of which something was executed, and how many parts of them. */
  readonly parents: number;
  readonly parts: number;
  /** Those that were done, as far as that was written down before the process died. */
  readonly told: number;
  /** Those of which all was executed but less than the least order. */
  readonly whole: number;
}

interface Row {
  readonly strategy: string;
  readonly intent: string;
  readonly amount: string;
}

interface Parent {
  readonly tag: string;
  done: Decimal;
  readonly intents: Set<string>;
}

/** What `placeWorked` writes. */
const IS_PARENT = /^\d+ of [\d.]+$/;
/** A share of what a parent is to do, below which it may leave a rest: the least order of small ones. */
const REST = '0.9';

/** The executions of a worked order's parts are never more than its amount, and as many as was told when it was done. Invariant 17. */
export function parentsAtRest({ disk, lives, violations }: World): ParentsFound {
  const parents = new Map<string, Parent>();
  const rows = disk.read<Row>('SELECT strategy, intent_id AS intent, amount FROM fill WHERE intent_id IS NOT NULL');
  for (const { strategy, intent, amount } of rows) {
    const tag = lives.tags.get(intent);
    // Other strategies have tags of their own.
    if (tag === undefined || !IS_PARENT.test(tag)) continue;
    const key = `${strategy} ${tag}`;
    const parent = parents.get(key) ?? { tag, done: ZERO, intents: new Set<string>() };
    parent.done = parent.done.plus(amount);
    parent.intents.add(intent);
    parents.set(key, parent);
  }
  for (const [key, { tag, done }] of parents) if (done.gt(amountOf(tag))) violations.add(17, `${key} has executed ${done}`);
  const told = toldOf(disk);
  for (const [key, said] of told) {
    const done = parents.get(key)?.done ?? ZERO;
    if (!done.eq(said)) violations.add(17, `${key} said that it has executed ${said}, and it was ${done}`);
  }
  const all = [...parents.values()];
  return {
    parents: all.length,
    parts: all.reduce((sum, { intents }) => sum + intents.size, 0),
    told: told.size,
    whole: all.filter(({ tag, done }) => done.gte(amountOf(tag).times(REST))).length,
  };
}

function amountOf(tag: string): Decimal {
  return dec(tag.slice(tag.indexOf(' of ') + 4));
}

/** What was told of those that are done, by strategy and tag. */
function toldOf(disk: World['disk']): ReadonlyMap<string, Decimal> {
  const told = new Map<string, Decimal>();
  for (const { key, value } of disk.read<{ key: string; value: string }>("SELECT key, value FROM state WHERE scope = 'strategy'")) {
    if (key.startsWith(':') || !value.startsWith('{')) continue;
    for (const [name, said] of Object.entries(JSON.parse(value) as Record<string, string>)) {
      if (name.startsWith(DONE)) told.set(`${key} ${name.slice(DONE.length)}`, dec(said));
    }
  }
  return told;
}
