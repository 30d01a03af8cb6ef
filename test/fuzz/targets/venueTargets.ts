import { VirtualClock } from '../../../src/base/virtualClock.ts';
import { partsOf } from '../../../src/simulator/http/httpCall.ts';
import type { Simulator } from '../../../src/simulator/simulator.ts';
import { QUIET_TIME, stagedSimulator } from '../../conformance/scene.ts';
import { signatureOf } from '../../simulator/signedRequests.ts';
import { must } from '../broken.ts';
import type { Corpus } from '../corpus.ts';
import { mutateJson } from '../mutateJson.ts';
import { mutateCharacters } from '../mutateText.ts';
import type { Mutate, Target } from '../target.ts';

/** Calls in one input. */
const MOST_CALLS = 8;
const METHODS = ['GET', 'POST', 'DELETE', 'PUT', 'PATCH', 'HEAD', 'OPTIONS'];

/** The whole simulator: some signed calls one after the other, each `METHOD TARGET BODY` in a line of its own. */
export function venueTargets({ operations, calls }: Corpus): readonly Target[] {
  const all = operations.map(({ name }) => calls(name));
  const bearer = all.flat().find(({ authorization }) => authorization !== undefined)?.authorization;
  const seeds = all.map((few) =>
    few
      .slice(-MOST_CALLS)
      .map(({ method, target, body }) => `${method} ${target} ${body}`)
      .join('\n'),
  );
  return [{ name: 'venue', weight: 1.5, seeds, mutate, check: (input) => checkVenue(input, bearer) }];
}

const mutate: Mutate = (input, random, other) => {
  const lines = input.split('\n');
  const at = random.int(lines.length);
  const [, start = '', body = ''] = /^(\S* \S* )(.*)$/.exec(lines[at]!) ?? [];
  const changed = random.int(3) === 0 ? mutateCharacters(start, random, other) + body : start + mutateJson(body, random, other);
  lines.splice(at, random.int(2), changed.replaceAll('\n', ' '));
  if (random.int(4) === 0) lines.splice(random.int(lines.length + 1), 0, ...other.split('\n'));
  return lines.slice(-MOST_CALLS).join('\n');
};

async function checkVenue(input: string, bearer: string | undefined): Promise<void> {
  const simulator = stagedSimulator(new VirtualClock(QUIET_TIME));
  for (const line of input.split('\n').slice(0, MOST_CALLS)) {
    const [, method = 'GET', target = '/', body = ''] = /^(\S*) (\S*) ?(.*)$/.exec(line) ?? [];
    const call = callOf(simulator, METHODS.includes(method) ? method : 'POST', target, body, bearer);
    const { status, body: text } = await simulator.handle(call);
    must(status >= 200 && status < 500, () => `${line.slice(0, 200)} is answered with ${status} ${text.slice(0, 200)}`);
  }
  const { failures } = simulator.truth();
  simulator.stop();
  must(failures.length === 0, () => `the simulator notes a failure: ${failures[0]}`);
}

/** Signed for every interface at once, since each looks at headers of its own. */
function callOf(
  simulator: Simulator,
  method: string,
  target: string,
  text: string,
  bearer: string | undefined,
): Parameters<Simulator['handle']>[0] {
  const { path, query } = partsOf(target.startsWith('/') ? target : `/${target}`);
  const body = method === 'GET' ? '' : text;
  const headers = new Map<string, string>();
  for (const { key, secret, prefix } of [
    { ...simulator.exchange, prefix: 'svc' },
    { ...simulator.processing, prefix: 'proc' },
  ]) {
    headers.set(`${prefix}-api-key`, key);
    headers.set(`${prefix}-api-timestamp`, String(QUIET_TIME));
    headers.set(`${prefix}-api-sign`, signatureOf(secret, String(QUIET_TIME), method, path, body));
  }
  if (path.startsWith('/v1/currencies')) headers.delete('proc-api-key');
  if (bearer !== undefined) headers.set('authorization', path.startsWith('/control/') ? `Bearer ${simulator.control.token}` : bearer);
  return { method, origin: 'http://venue.test', path, query, header: (name) => headers.get(name), body: Buffer.from(body) };
}
