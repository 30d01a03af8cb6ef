import type { World } from '../../settings/loadSettings.ts';
import { fieldAt } from '../../settings/fields.ts';
import type { DescribedConfig } from './describedConfig.ts';

/** When a change holds: with the reload, only after a restart, or never in a daemon, since only other commands read it. */
export type TakesEffect = 'reload' | 'restart' | 'other commands';

export interface SettingRow {
  readonly setting: string;
  /** As it would stand in the file. Undefined where there is none. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly takesEffect: TakesEffect;
}

/** Sections that only backtests and sweeps read. Paper trading takes fees, latency and balances from the first. */
const OF_OTHERS: ReadonlySet<string> = new Set(['backtest', 'sweep']);
/** What the account of paper trading is made of when it begins. */
const OF_PAPER: ReadonlySet<string> = new Set(['backtest', 'poll']);

/** The settings that differ; a secret differs also when its origin and length are the same. Strategies that trade in only one of the two are left out. */
export function settingChanges(before: DescribedConfig, after: DescribedConfig, world: World): readonly SettingRow[] {
  const [was, is] = [leavesOf(before.shown), leavesOf(after.shown)];
  const names = new Set([...was.keys(), ...is.keys()]);
  const tradesIn = ({ strategies }: DescribedConfig, name: string | undefined): boolean => strategies.some((one) => one.name === name);
  const isOfOneOnly = ([section, name]: readonly string[]): boolean =>
    section === 'strategies' && tradesIn(before, name) !== tradesIn(after, name);
  // Shadows run anew with each reload, so they may come, go and change in all they have.
  const isOfShadow = ([section, name]: readonly string[]): boolean =>
    section === 'strategies' && !tradesIn(before, name) && !tradesIn(after, name);
  const isOtherSecret = (name: string): boolean => {
    const path = (was.get(name) ?? is.get(name)!).path.join('.');
    const [one, other] = [before.secrets?.get(path), after.secrets?.get(path)];
    return one !== undefined && other !== undefined && !one.isSameAs(other);
  };
  return [...names]
    .filter((name) => was.get(name)?.text !== is.get(name)?.text || isOtherSecret(name))
    .map((name) => ({ path: (was.get(name) ?? is.get(name)!).path, from: was.get(name)?.text, to: is.get(name)?.text }))
    .filter(({ path }) => !isOfOneOnly(path))
    .map(({ path, from, to }) => ({
      setting: path.join('.'),
      before: from,
      after: from === to ? `another one, ${to}` : to,
      takesEffect: isOfShadow(path) ? 'reload' : takesEffect(path, from, world),
    }));
}

function takesEffect(path: readonly string[], before: string | undefined, world: World): TakesEffect {
  const [section = ''] = path;
  if (world === 'PAPER' && OF_PAPER.has(section)) return 'restart';
  if (OF_OTHERS.has(section)) return 'other commands';
  // What was executed before is not known where nothing has limited it.
  if (path.join('.') === 'risk.maxTurnover' && before === undefined) return 'restart';
  return isHot(path) ? 'reload' : 'restart';
}

/** A field says whether it is hot; what lies below one is, where the field is. */
function isHot(path: readonly string[]): boolean {
  for (let length = path.length; length > 0; length--) {
    const field = fieldAt(path.slice(0, length)) ?? undefined;
    if (field !== undefined && (field.hot || fieldAt([...path.slice(0, length), '0'])?.hot === true)) return true;
  }
  return false;
}

interface Leaf {
  readonly path: readonly string[];
  readonly text: string;
}

function leavesOf(value: unknown, path: readonly string[] = []): ReadonlyMap<string, Leaf> {
  const isList = Array.isArray(value) && !value.some((item) => typeof item === 'object');
  if (typeof value !== 'object' || value === null || isList) {
    const text = isList ? `[${value.join(', ')}]` : String(value);
    return new Map([[JSON.stringify(path), { path, text }]]);
  }
  return new Map(Object.entries(value).flatMap(([name, inner]) => [...leavesOf(inner, [...path, name])]));
}
