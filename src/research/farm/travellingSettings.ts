import { dirname } from 'node:path';
import { KNOWS, withKnowledge } from '../../settings/knowsFile.ts';
import { readSource } from '../../settings/readSource.ts';
import { isMap, valueAt } from '../../settings/treeValue.ts';
import { readYaml, type TreeValue } from '../../settings/yamlTree.ts';

/** The sections that a trial depends on. In none of them can a secret stand. */
const SECTIONS = ['poll', 'risk', 'strategies', 'execution'] as const;

/**
 * The part of a configuration that a trial depends on, as text for another machine: no account, no key, no address, no path of this
 * machine. A worker compares the hash of what it reads of it with the sweep's.
 */
export function travellingSettings(file: string): string {
  const read = withKnowledge(readYaml(readSource(file, file)).value, dirname(file)).value;
  const root = isMap(read) ? read : {};
  // What a file of this machine knows of the venue travels, and its name does not.
  const known = valueAt(root, KNOWS);
  const knows = Object.fromEntries(Object.entries(isMap(known) ? known : {}).filter(([key]) => key !== 'file'));
  const some = (name: string, keep: (key: string) => boolean): Record<string, TreeValue> => {
    const section = root[name];
    if (!isMap(section)) return {};
    return { [name]: Object.fromEntries(Object.entries(section).filter(([key]) => keep(key))) };
  };
  const rateLimit = valueAt(root, ['venue', 'rateLimit']);
  const whole = SECTIONS.flatMap((name) => (root[name] === undefined ? [] : [[name, root[name]] as const]));
  return JSON.stringify({
    mode: 'demo',
    ...Object.fromEntries(whole),
    ...some('simulator', (key) => key === 'seed' || key === 'balances'),
    venue: { ...(rateLimit !== undefined && { rateLimit }), ...(Object.keys(knows).length > 0 && { knows }) },
    ...some('backtest', (key) => key !== 'data' && key !== 'runs'),
  });
}
