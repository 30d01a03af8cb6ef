import { seededRandom } from '../../src/base/random.ts';
import { type Fate, unreliableProxy } from '../cli/unreliableProxy.ts';

/** A network in a process of its own: it loses requests and answers until it is told to heal. */
const [target, seed, share] = process.argv.slice(2) as [string, string, string];
const random = seededRandom(`proxy:${seed}`);
const proxy = await unreliableProxy(target);
const FATES: readonly Fate[] = ['lose-answer', 'lose-answer', 'lose-request', 'hang'];
proxy.fate = () => (random.next() < Number(share) ? FATES[Math.floor(random.next() * FATES.length)]! : 'pass');
process.send!(proxy.url);
process.on('message', () => {
  proxy.fate = () => 'pass';
  process.send!('healed');
});
process.once('disconnect', () => process.exit());
