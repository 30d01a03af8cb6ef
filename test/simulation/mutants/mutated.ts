import { mutate } from './mutate.ts';
import { MUTANTS } from './mutants.ts';

/** `node mutated.ts NAME SEED EPISODES`: lives through episodes as the mutant, until a promise breaks. */
const [name, seed = '1', count = '20', minutes = '20'] = process.argv.slice(2);
const mutant = MUTANTS.find((one) => one.name === name);
if (mutant === undefined) throw new Error(`there is no mutant ${name}`);
const { assertAllMade } = mutate(mutant);
const { liveThrough } = await import('../episode.ts');
assertAllMade();
let broken;
let i = 0;
for (; i < Number(count) && broken === undefined; i++) {
  broken = (await liveThrough({ seed: `${seed}/${i}`, minutes: Number(minutes), isLive: false, shares: mutant.under })).violation;
}
process.stdout.write(`${JSON.stringify({ name, episodes: i, broken: broken ?? null })}\n`);
