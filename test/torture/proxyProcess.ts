import { seededRandom } from '../../src/base/random.ts';
import { type Fate, unreliableProxy } from '../cli/unreliableProxy.ts';

/** A network in a process of its own: it loses requests and answers until it is told to heal. With `orders`, only those that move an order, half of the answers. */
const [target, seed, share, what] = process.argv.slice(2) as [string, string, string, string | undefined];
const random = seededRandom(`proxy:${seed}`);
const proxy = await unreliableProxy(target);
const FATES: readonly Fate[] = what === 'orders' ? ['lose-answer', 'lose-request'] : ['lose-answer', 'lose-answer', 'lose-request', 'hang'];
const isSpoiled = (method: string, path: string): boolean => what !== 'orders' || (method !== 'GET' && path.includes('/orders'));
proxy.fate = (method, path) =>
  isSpoiled(method, path) && random.next() < Number(share) ? FATES[Math.floor(random.next() * FATES.length)]! : 'pass';
process.send!(proxy.url);
process.on('message', () => {
  proxy.fate = () => 'pass';
  process.send!('healed');
});
process.once('disconnect', () => process.exit());
