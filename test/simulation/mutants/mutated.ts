import { parseArgs } from 'node:util';
import type { Violation } from '../violations.ts';
import { type Mutant, mutate } from './mutate.ts';
import { MUTANTS } from './mutants.ts';
import { NAIVE } from './naive.ts';

const USAGE =
  'node mutated.ts NAME [--as-is] [--story]: lives through episodes as the mutant until a promise breaks; as it is, under the same faults';

const MOST_EPISODES = 30;
/** So many are run of the code as it is: as many as most mutants need, and some more. */
const EPISODES_AS_IS = 4;
const MINUTES = 5;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { story: { type: 'boolean', default: false }, 'as-is': { type: 'boolean', default: false } },
});
const ALL = [...MUTANTS, ...NAIVE];
const mutant = ALL.find(({ name }) => name === positionals[0]);
if (mutant === undefined) throw new Error(`${USAGE}\nNAME is one of ${ALL.map(({ name }) => name).join(', ')}`);
const { assertAllMade } = mutate(values['as-is'] ? { ...mutant, changes: [] } : mutant);
// What is loaded from here on is the mutant's.
const { liveThrough } = await import('../episode.ts');
const { SCENARIOS, SPECIAL } = await import('../scope/scenarios.ts');
const { walk } = await import('../scope/walk.ts');
assertAllMade();

const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function inSeededWorlds({ under, isLive = false, unknownPerLane, limits }: Mutant): Promise<Told> {
  let broken: Violation | undefined;
  let tries = 0;
  while (broken === undefined && tries < (values['as-is'] ? EPISODES_AS_IS : MOST_EPISODES)) {
    const seed = `mutant/${tries++}`;
    const options = { seed, minutes: MINUTES, isLive, shares: under, unknownPerLane, plan: limits ?? {} };
    broken = (await liveThrough({ ...options, ...(values.story ? { tell: print } : {}) })).violation;
  }
  return { tries, broken };
}

async function inSmallWorlds({ scenario: name, faults, others = faults }: NonNullable<Mutant['scope']>): Promise<Told> {
  const scenario = [...SCENARIOS, ...SPECIAL].find((one) => one.name === name)!;
  const { runs, violation } = await walk(scenario, { faults, crashes: faults, others });
  return { tries: runs.reduce((sum, count) => sum + count, 0), broken: violation };
}

interface Told {
  readonly tries: number;
  readonly broken: Violation | undefined;
}

const { tries, broken } = await (mutant.scope === undefined ? inSeededWorlds(mutant) : inSmallWorlds(mutant.scope));
print(JSON.stringify({ name: mutant.name, tries, broken: broken ?? null }));
