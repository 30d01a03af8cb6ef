import { parseArgs } from 'node:util';
import { endOnSignal } from '../atEnd.ts';
import { runFuzz } from '../fuzz/runFuzz.ts';
import { SCENARIOS } from '../simulation/scope/scenarios.ts';
import { redisMissing } from '../research/farm/redisServer.ts';
import { walk } from '../simulation/scope/walk.ts';
import { type Episode, liveThrough } from '../simulation/episode.ts';
import { killExecutors } from '../simulation/killExecutors.ts';
import { killTrades } from '../simulation/killTrades.ts';
import { flushOrder } from './flushOrder.ts';
import { LEAST_TRIALS, MOST_TRIALS } from './farmSearch.ts';
import { strikeFarm } from './farmStrikes.ts';
import { farmText } from './farmText.ts';
import { killDaemons } from './kills.ts';
import { measureLanes, percent } from './lanes.ts';
import { OPTIONS } from './options.ts';
import { powerCuts } from './powerCuts.ts';
import { positive, positiveWhole } from '../positive.ts';
import { toldOption, WrongOption } from '../wrongOption.ts';
import { postgresMissing } from '../store/postgresServer.ts';
import { handTreasuriesOver } from './treasuryHandovers.ts';
import { killTreasuries } from './treasuryKills.ts';
import { treasuryMonth } from './treasuryMonth.ts';
import { USAGE } from './usage.ts';
import { changeWriters } from './writerChanges.ts';
import { handoversText, writerText } from './writerText.ts';

const IMAGES_AT_ONCE = 1400;
const MOST_PAIRS = 16;
const MOST_WORKERS = 10_000;
/** How much a farm's recording holds: trials take some tenths of a second. */
const MINUTES = 400;
const TOLD_EVERY_MS = 30_000;
let toldAt = -Infinity;

/** How many faults there may be of each kind, crashes included. */
const WHOLE_SCOPE = { faults: 3, crashes: 3, others: 3 };

let values: ReturnType<typeof parseArgs<typeof OPTIONS>>['values'];

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** How far it is, on one line of a terminal; elsewhere a line now and then. */
function progress(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${line}`);
  else if (performance.now() - toldAt >= TOLD_EVERY_MS) {
    toldAt = performance.now();
    process.stderr.write(`${line}\n`);
  }
}

/** A part of all, none of it included. */
function share(name: string, text: string): number {
  return text === '0' ? 0 : positive(name, text, 1);
}

/** Executions count from 0. */
function numberOf(execution: string): number {
  return execution === '0' ? 0 : positiveWhole('execution', execution);
}

function fail(problems: readonly string[]): void {
  for (const problem of problems) print(`  ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
}

async function cutPower(images: number): Promise<void> {
  const refused = new Map<string, number>();
  const wentOn = new Map<string, number>();
  for (let first = 0; first < images; first += IMAGES_AT_ONCE) {
    const report = await powerCuts(`${values.seed}:${first}`, Math.min(IMAGES_AT_ONCE, images - first));
    for (const [counts, found] of [
      [refused, report.refused],
      [wentOn, report.wentOn],
    ] as const) {
      for (const [name, count] of Object.entries(found)) counts.set(name, (counts.get(name) ?? 0) + count);
    }
    fail(report.bad);
  }
  print(`${images} images of a power cut:`);
  for (const name of new Set([...wentOn.keys(), ...refused.keys()]))
    print(`  ${name}: ${wentOn.get(name) ?? 0} went on, ${refused.get(name) ?? 0} refused`);
}

async function kill(kills: number): Promise<void> {
  const report = await killDaemons({ seed: positiveWhole('seed', values.seed), kills, faults: share('faults', values.faults) });
  const { atPoints, placed, executions, unresolved, problems } = report;
  print(
    `${kills} kills, ${atPoints} of them at a numbered point: ${placed} orders placed, ${executions} executions, ${unresolved} unresolved, ${problems.length} problems`,
  );
  fail(problems);
  if (unresolved > 0) process.exitCode = 1;
}

async function watchFlush(): Promise<void> {
  const faults = await flushOrder();
  print(faults === undefined ? 'no strace is installed: the order of flush and first byte was not looked at' : 'flush and first byte:');
  if (faults !== undefined) print(faults.length === 0 ? '  the journal was flushed before the first byte left' : '  out of order');
  fail(faults ?? []);
}

async function fuzz(): Promise<void> {
  const { seed, target, execution } = values;
  const only = execution === undefined ? undefined : numberOf(execution);
  if (!(await runFuzz({ seed, executions: positiveWhole('executions', values.executions), target, execution: only, print })))
    process.exitCode = 1;
}

async function walkScope(): Promise<void> {
  for (const scenario of SCENARIOS) {
    const walked = await walk(scenario, WHOLE_SCOPE);
    print(JSON.stringify(walked));
    if (!walked.isComplete) process.exitCode = 1;
  }
}

async function killWhileTrading(): Promise<void> {
  const { kills, trades, legs, whole, several, paths, episodes } = await killTrades(values.seed, positiveWhole('kills', values.kills));
  print(
    `${kills} kills: ${trades} trades with ${legs} legs, ${several} of them with several and ${paths} over a third currency, ${whole} done to the end`,
  );
  failOf(episodes);
}

function failOf(episodes: readonly Episode[]): void {
  fail(
    episodes.flatMap(({ seed, violation }) =>
      violation === undefined ? [] : [`${seed}: invariant ${violation.invariant}: ${violation.what}`],
    ),
  );
}

async function killWhileWorking(): Promise<void> {
  const { kills, parents, parts, told, whole, episodes } = await killExecutors(values.seed, positiveWhole('kills', values.kills));
  print(`${kills} kills: ${parents} worked orders with ${parts} parts, ${told} told at their end, ${whole} done to the end`);
  failOf(episodes);
}

async function killWhilePaying(): Promise<void> {
  const kills = positiveWhole('kills', values.kills);
  const report = await killTreasuries({ seed: positiveWhole('seed', values.seed), kills, isNaive: values.naive, onProgress: progress });
  const { atPoints, betweenAnswers, rows, completed, foundAgain, decided, problems } = report;
  if (process.stderr.isTTY) process.stderr.write('\n');
  print(
    `${kills} kills, ${atPoints} of them at a numbered point and ${betweenAnswers} between a payment and its answer: ${rows} payments, ${completed} completed, ${foundAgain} found again, ${decided} decided by a person, ${problems.length} problems`,
  );
  fail(problems);
}

async function handOver(): Promise<void> {
  const missing = postgresMissing();
  if (missing !== undefined) return fail([missing]);
  const changes = positiveWhole('kills', values.kills);
  const report = await handTreasuriesOver({ seed: positiveWhole('seed', values.seed), changes, onProgress: progress });
  if (process.stderr.isTTY) process.stderr.write('\n');
  for (const line of handoversText(report)) print(line);
  fail(report.problems);
}

async function liveAMonth(): Promise<void> {
  const month = await treasuryMonth({ seed: positiveWhole('seed', values.seed), movements: positiveWhole('movements', values.movements) });
  const { movements, moves, byState, payouts, declined, kills, lost, checkers, problems } = month;
  const states = Object.entries(byState).map(([state, count]) => `${count} ${state}`);
  print(
    `${movements} movements and ${payouts} payouts by ${moves} moves (${states.join(', ')}), ${kills} kills, ${lost} lost answers, ${problems.length} problems`,
  );
  for (const [reason, count] of Object.entries(declined)) print(`  ${count} declined: ${reason}`);
  print(`checked by ${['the statement', ...checkers, 'the audit log'].join(', ')}`);
  fail(problems);
}

async function takeAway(): Promise<void> {
  const { seed, kills, pairs } = values;
  const report = await changeWriters({
    seed: positiveWhole('seed', seed),
    changes: positiveWhole('kills', kills),
    pairs: positiveWhole('pairs', pairs, MOST_PAIRS),
    onProgress: print,
  });
  for (const line of writerText(report)) print(line);
  const { unresolved, problems } = report;
  fail(problems);
  if (unresolved > 0) process.exitCode = 1;
}

const HEALED_WITHIN_MS = 240_000;
/** The part of their time in which lanes may be shut, with one unknown order a lane, and with several. */
const MOST_SHUT = [0.25, 0.1] as const;

async function watchLanes(): Promise<void> {
  const unknownPerLane = positiveWhole('unknown', values.unknown);
  const {
    lanes,
    share: shut,
    shutAfter,
  } = await measureLanes({
    seed: positiveWhole('seed', values.seed),
    faults: share('faults', values.faults),
    unknownPerLane,
    faultyMs: positive('minutes', values.minutes) * 60_000,
    healedWithinMs: HEALED_WITHIN_MS,
    onProgress: progress,
  });
  if (process.stderr.isTTY) process.stderr.write('\n');
  const after = Object.entries(shutAfter);
  print(
    `${lanes} lanes, ${unknownPerLane} unknown orders each at most: shut for ${percent(shut)} of their time; ${after.length} shut 4 min after healing`,
  );
  fail(after.map(([lane, reason]) => `${lane}: ${reason}`));
  if (shut > MOST_SHUT[unknownPerLane === 1 ? 0 : 1]) process.exitCode = 1;
}

const EPISODE_MINUTES = 20;
const LIVE_EVERY = 10;

async function liveSteps(): Promise<void> {
  const wanted = positiveWhole('steps', values.steps);
  let steps = 0;
  let episodes = 0;
  for (; steps < wanted && process.exitCode === undefined; episodes++) {
    const isLive = episodes % LIVE_EVERY === LIVE_EVERY - 1;
    const episode = await liveThrough({ seed: `${values.seed}/${episodes}`, minutes: EPISODE_MINUTES, isLive });
    steps += episode.steps;
    failOf([episode]);
    progress(`${steps} of ${wanted} steps`);
  }
  if (process.stderr.isTTY) process.stderr.write('\n');
  print(`${steps} steps in ${episodes} episodes: ${process.exitCode === undefined ? 'no violation' : 'a promise is broken'}`);
}

async function takeWorkers(): Promise<void> {
  const [workers, trials] = [positiveWhole('workers', values.workers, MOST_WORKERS), positiveWhole('trials', values.trials, MOST_TRIALS)];
  if (trials < LEAST_TRIALS) throw new WrongOption(`--trials must be a number of at least ${LEAST_TRIALS}, not ${trials}`);
  const seed = positiveWhole('seed', values.seed);
  const missing = redisMissing();
  if (missing !== undefined) return fail([missing]);
  const report = await strikeFarm({ seed, workers, trials, minutes: MINUTES, isQuick: false, onProgress: progress });
  if (process.stderr.isTTY) process.stderr.write('\n');
  for (const line of farmText(report)) print(line);
  fail(report.problems);
}

const PARTS: Readonly<Record<string, () => Promise<void>>> = {
  fuzz,
  scope: walkScope,
  trades: killWhileTrading,
  executors: killWhileWorking,
  treasury: killWhilePaying,
  handovers: handOver,
  month: liveAMonth,
  lanes: watchLanes,
  steps: liveSteps,
  writer: takeAway,
  farm: takeWorkers,
};

async function torture(): Promise<void> {
  const { positionals, ...read } = parseArgs(OPTIONS);
  ({ values } = read);
  const [what, ...more] = positionals;
  if (more.length > 0 || (what !== undefined && PARTS[what] === undefined)) {
    throw new WrongOption(`torture knows ${Object.keys(PARTS).join(' and ')}, and not ${positionals.join(' ')}`);
  }
  if (values.help) print(USAGE);
  else if (what !== undefined) await PARTS[what]!();
  else await killOrdinary();
}

/** The options are read first, since the flush takes a while. */
async function killOrdinary(): Promise<void> {
  const [images, kills] = [positiveWhole('images', values.images), positiveWhole('kills', values.kills)];
  positiveWhole('seed', values.seed);
  share('faults', values.faults);
  await watchFlush();
  await cutPower(images);
  await kill(kills);
}

endOnSignal();
await toldOption(torture);
