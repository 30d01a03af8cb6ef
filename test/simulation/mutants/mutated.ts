import { parseArgs } from 'node:util';
import { mutate } from './mutate.ts';
import { MUTANTS } from './mutants.ts';

const USAGE =
  'node mutated.ts NAME [--as-is] [--story]: lives through episodes as the mutant until a promise breaks; as it is, under the same faults';

const MOST_EPISODES = 30;
/** Of the code as it is: as many as most mutants need, and some more. */
const EPISODES_AS_IS = 4;
const MINUTES = 5;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { story: { type: 'boolean', default: false }, 'as-is': { type: 'boolean', default: false } },
});
const mutant = MUTANTS.find(({ name }) => name === positionals[0]);
if (mutant === undefined) throw new Error(`${USAGE}\nNAME is one of ${MUTANTS.map(({ name }) => name).join(', ')}`);
const { assertAllMade } = mutate(values['as-is'] ? { ...mutant, changes: [] } : mutant);
// What is loaded from here on is the mutant's.
const { liveThrough } = await import('../episode.ts');
assertAllMade();

const print = (line: string): void => void process.stdout.write(`${line}\n`);
let broken;
let episodes = 0;
while (broken === undefined && episodes < (values['as-is'] ? EPISODES_AS_IS : MOST_EPISODES)) {
  const seed = `mutant/${episodes++}`;
  const options = { seed, minutes: MINUTES, isLive: mutant.isLive ?? false, shares: mutant.under };
  broken = (await liveThrough({ ...options, ...(values.story ? { tell: print } : {}) })).violation;
}
print(JSON.stringify({ name: mutant.name, episodes, broken: broken ?? null }));
