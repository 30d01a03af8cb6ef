import { readSource } from '../../settings/readSource.ts';
import { isMap } from '../../settings/treeValue.ts';
import { readYaml, type TreeValue } from '../../settings/yamlTree.ts';

/** The sections that a trial depends on. In none of them can a secret stand. */
const SECTIONS = ['poll', 'risk', 'strategies', 'execution'] as const;

/**
 * The part of a configuration that a trial depends on, as text for another machine: no account, no key, no address, no path of this
 * machine. A worker compares the hash of what it reads of it with the sweep's.
 */
export function travellingSettings(file: string): string {
  const read = readYaml(readSource(file, file)).value;
  const root = isMap(read) ? read : {};
  const some = (name: string, keep: (key: string) => boolean): Record<string, TreeValue> => {
    const section = root[name];
    if (!isMap(section)) return {};
    return { [name]: Object.fromEntries(Object.entries(section).filter(([key]) => keep(key))) };
  };
  const whole = SECTIONS.flatMap((name) => (root[name] === undefined ? [] : [[name, root[name]] as const]));
  return JSON.stringify({
    mode: 'demo',
    ...Object.fromEntries(whole),
    ...some('simulator', (key) => key === 'seed' || key === 'balances'),
    ...some('venue', (key) => key === 'rateLimit' || key === 'knows'),
    ...some('backtest', (key) => key !== 'data' && key !== 'runs'),
  });
}
