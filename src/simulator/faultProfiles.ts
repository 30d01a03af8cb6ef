import { type Random, seededRandom } from '../base/random.ts';
import type { CallFault, FaultedCall } from './callFault.ts';
import type { VenueBehaviour } from './simulatorOptions.ts';

export const FAULT_PROFILES = ['none', 'flaky', 'slow', 'lossy', 'hostile'] as const;

export type FaultProfileName = (typeof FAULT_PROFILES)[number];

/** One thing that goes wrong, with the share of calls that it strikes. */
interface Weather {
  readonly share: number;
  /** `changes`: every call but a GET. */
  readonly strikes: 'all' | 'reads' | 'changes';
  readonly fault: (random: Random) => CallFault;
}

interface FaultProfile {
  /** In words for people. */
  readonly about: string;
  readonly weather: readonly Weather[];
  /** How many orders, rows of trades and fees are shown late, and by how much at most. */
  readonly late?: { readonly share: number; readonly mostMs: number };
  /** The share of rows of `trades` that stand twice in each answer. */
  readonly twice?: number;
}

const PROXY_PAGE = '<html><body>502 Bad Gateway</body></html>';

const lostBefore: Weather['fault'] = (random) => ({ kind: 'drop-before', ms: random.int(500) });
const lostAfter: Weather['fault'] = (random) => ({ kind: 'drop-after', ms: random.int(500) });
const doneLater: Weather['fault'] = (random) => ({ kind: 'drop-after', ms: random.int(500), applyAfterMs: 500 + random.int(8000) });
const serverError: Weather['fault'] = () => ({ kind: 'status', status: 500, apply: false });
const proxyError: Weather['fault'] = (random) => ({ kind: 'status', status: 502, body: PROXY_PAGE, apply: random.next() < 0.5 });
const tooMany: Weather['fault'] = () => ({ kind: 'status', status: 429, body: '', apply: false });
const halfABody: Weather['fault'] = () => ({ kind: 'garble', body: '{"id":9007' });
const falseRefusal: Weather['fault'] = () => ({
  kind: 'status',
  status: 400,
  body: '{"code":"timed-out","message":"the request timed out"}',
  apply: true,
  applyAfterMs: 8000,
});
const delay =
  (leastMs: number, mostMs: number): Weather['fault'] =>
  (random) => ({ kind: 'delay', ms: leastMs + random.int(mostMs - leastMs) });

const PROFILES: Readonly<Record<FaultProfileName, FaultProfile>> = {
  none: { about: 'nothing goes wrong', weather: [] },
  flaky: {
    about: '4 % of calls fail and do nothing: a 500, a 429, or a connection that is closed',
    weather: [
      { share: 0.02, strikes: 'all', fault: serverError },
      { share: 0.01, strikes: 'all', fault: lostBefore },
      { share: 0.01, strikes: 'reads', fault: tooMany },
    ],
  },
  slow: {
    about: 'a third of the answers take 0.2 to 1.5 s, one in fifty 3 to 9 s',
    weather: [
      { share: 0.02, strikes: 'all', fault: delay(3000, 9000) },
      { share: 0.31, strikes: 'all', fault: delay(200, 1500) },
    ],
  },
  lossy: {
    about: 'of one change in ten the answer is lost; most of these were carried out, some of them up to 8 s later',
    weather: [
      { share: 0.05, strikes: 'changes', fault: lostAfter },
      { share: 0.02, strikes: 'changes', fault: doneLater },
      { share: 0.03, strikes: 'changes', fault: lostBefore },
    ],
  },
  hostile: {
    about:
      'all of that, refusals and proxy pages that hide what was carried out, half bodies, and lists that lag by up to 6 s or show rows twice',
    weather: [
      { share: 0.03, strikes: 'changes', fault: lostAfter },
      { share: 0.02, strikes: 'changes', fault: doneLater },
      { share: 0.02, strikes: 'changes', fault: falseRefusal },
      { share: 0.02, strikes: 'all', fault: proxyError },
      { share: 0.01, strikes: 'all', fault: halfABody },
      { share: 0.02, strikes: 'all', fault: serverError },
      { share: 0.02, strikes: 'all', fault: lostBefore },
      { share: 0.1, strikes: 'all', fault: delay(200, 4000) },
    ],
    late: { share: 0.2, mostMs: 6000 },
    twice: 0.05,
  },
};

/** What goes wrong under a profile, for help and documents. */
export function aboutFaults(name: FaultProfileName): string {
  return PROFILES[name].about;
}

/** The behaviour of a venue under a profile. The same seed and the same calls give the same faults. */
export function faultProfile(name: FaultProfileName, seed: number | string): VenueBehaviour {
  const { weather, late, twice } = PROFILES[name];
  if (weather.length === 0) return {};
  const random = seededRandom(`${seed}/faults/${name}`);
  const lag = (what: string): ((index: number) => number) => {
    const { share, mostMs } = late!;
    return (index) => {
      const drawn = seededRandom(`${seed}/late/${what}/${index}`);
      return drawn.next() < share ? drawn.int(mostMs) : 0;
    };
  };
  return {
    fault: (call) => struck(weather, call, random),
    ...(late && { ordersLateMs: lag('orders'), tradesLateMs: lag('trades'), feesLateMs: lag('fees') }),
    ...(twice !== undefined && { tradesTwice: (index) => seededRandom(`${seed}/twice/${index}`).next() < twice }),
  };
}

/** One number is drawn for each call, whatever it is, so that the faults of one kind of calls do not hang on those of another. */
function struck(weather: readonly Weather[], { method }: FaultedCall, random: Random): CallFault | undefined {
  let left = random.next();
  for (const { share, strikes, fault } of weather) {
    left -= share;
    if (left >= 0) continue;
    const isStruck = strikes === 'all' || (strikes === 'reads') === (method === 'GET');
    return isStruck ? fault(random) : undefined;
  }
  return undefined;
}
