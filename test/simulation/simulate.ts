import { positive } from '../positive.ts';
import { given, toldOption, WrongOption } from '../wrongOption.ts';
import { type Episode, type EpisodeOptions, liveThrough } from './episode.ts';
import { FAULTS, type FaultName } from './faults.ts';
import { shrink } from './shrink.ts';

const USAGE = `npm run simulate -- [--seed 42] [--hours 1 | --steps 100000] [--mode safety|liveness] [--part 1/2] [--unknown 1] [--brackets] [--shrink]
npm run simulate -- --episode 42/17 [--minutes 20] [--mode ...] [--without KIND,NUMBER,...] [--story] [--shrink]

Runs the daemon's own code against the simulator, under virtual time, with faults drawn from the seed, in episodes of 20 minutes.
Ends with 1 when a promise was broken, after telling the story of it.
`;

const EPISODE_MINUTES = 20;

const values = given({
  options: {
    seed: { type: 'string', default: '42' },
    hours: { type: 'string', default: '1' },
    steps: { type: 'string' },
    mode: { type: 'string', default: 'safety' },
    part: { type: 'string', default: '1/1' },
    episode: { type: 'string' },
    unknown: { type: 'string', default: '1' },
    brackets: { type: 'boolean', default: false },
    minutes: { type: 'string', default: String(EPISODE_MINUTES) },
    without: { type: 'string', default: '' },
    story: { type: 'boolean', default: false },
    shrink: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function optionsOf(seed: string): EpisodeOptions {
  const { mode } = values;
  if (mode !== 'safety' && mode !== 'liveness') throw new WrongOption(`--mode must be safety or liveness, not ${mode}`);
  const parts = values.without.split(',').filter((part) => part !== '');
  const kinds = parts.filter((part): part is FaultName => (FAULTS as readonly string[]).includes(part));
  const numbers = parts.filter((part) => /^\d+$/.test(part)).map(Number);
  const strange = parts.find((part) => !/^\d+$/.test(part) && !(FAULTS as readonly string[]).includes(part));
  if (strange !== undefined) throw new WrongOption(`--without: ${strange} is no number and none of ${FAULTS.join(', ')}`);
  return {
    seed,
    minutes: positive('minutes', values.minutes),
    isLive: mode === 'liveness',
    unknownPerLane: positive('unknown', values.unknown),
    isBracketed: values.brackets,
    // The twin that a network makes of a request may sell twice; nobody can prevent that.
    without: { kinds: new Set(values.brackets ? [...kinds, 'doubled-request'] : kinds), numbers: new Set(numbers) },
    ...(values.story ? { tell: print } : {}),
  };
}

function againWith({ seed, minutes, isLive, without, unknownPerLane, isBracketed }: EpisodeOptions): string {
  const left = [...(without?.kinds ?? []), ...(without?.numbers ?? [])].join(',');
  return [
    `npm run simulate -- --episode ${seed} --minutes ${minutes}`,
    isLive ? '--mode liveness' : '',
    unknownPerLane === 1 ? '' : `--unknown ${unknownPerLane}`,
    isBracketed === true ? '--brackets' : '',
    left === '' ? '' : `--without ${left}`,
    '--story',
  ]
    .filter((part) => part !== '')
    .join(' ');
}

async function tellOf(options: EpisodeOptions, episode: Episode): Promise<void> {
  const { invariant, what } = episode.violation!;
  if (!values.story) print(episode.story.join('\n'));
  print(`\nepisode ${episode.seed}: invariant ${invariant} is broken: ${what}`);
  print(`again: ${againWith(options)}`);
  if (!values.shrink) return;
  const { tell: _, ...silent } = options;
  const small = await shrink(silent, episode);
  print(`\nthe same with as little as possible (${small.tries} tries):\n${small.episode.story.join('\n')}`);
  print(`\n${small.episode.violation!.what}\nagain: ${againWith(small.options)}`);
}

async function episodes(): Promise<boolean> {
  const [part, parts] = values.part.split('/').map(Number) as [number, number];
  const mostSteps = values.steps === undefined ? Infinity : positive('steps', values.steps);
  const count = values.steps === undefined ? Math.ceil((positive('hours', values.hours) * 60) / EPISODE_MINUTES) : Infinity;
  const sums = { episodes: 0, steps: 0, requests: 0, crashes: 0, faults: 0 };
  const hashes: string[] = [];
  for (let i = part - 1; i < count && sums.steps < mostSteps; i += parts) {
    const options = optionsOf(`${values.seed}/${i}`);
    const episode = await liveThrough(options);
    sums.episodes++;
    sums.steps += episode.steps;
    sums.requests += episode.requests;
    sums.crashes += episode.crashes;
    sums.faults += episode.struck.length;
    hashes.push(episode.hash);
    if (episode.violation === undefined) continue;
    await tellOf(options, episode);
    return false;
  }
  print(JSON.stringify({ seed: values.seed, mode: values.mode, ...sums, violations: 0, trace: await hashOf(hashes) }));
  return true;
}

async function hashOf(texts: readonly string[]): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(texts.join(' ')));
  return Buffer.from(digest).toString('hex').slice(0, 16);
}

async function one(seed: string): Promise<boolean> {
  const options = optionsOf(seed);
  const episode = await liveThrough(options);
  if (episode.violation !== undefined) await tellOf(options, episode);
  else print(JSON.stringify({ seed, steps: episode.steps, requests: episode.requests, crashes: episode.crashes, trace: episode.hash }));
  return episode.violation === undefined;
}

if (values.help) print(USAGE);
else await toldOption(run);

async function run(): Promise<void> {
  process.exitCode = (await (values.episode === undefined ? episodes() : one(values.episode))) ? 0 : 1;
}
