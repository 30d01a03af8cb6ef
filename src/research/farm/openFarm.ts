import type { Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { Fault, isFault, messageOf } from '../../base/fault.ts';
import type { FarmAddress } from './farmAddress.ts';
import { farmFault } from './farmFault.ts';
import type { TrialJob, TrialResult } from '../sweep/trial.ts';

/** Some trials over one range, which are made together. */
export interface PassData {
  readonly jobs: readonly TrialJob[];
}

/** What came of them. */
export interface PassMade {
  readonly results: readonly TrialResult[];
  readonly cpuMs: number;
  readonly worker: string;
}

export type PassQueue = Queue<PassData, PassMade, 'pass'>;
export type PassTaker = Worker<PassData, PassMade, 'pass'>;

/** The Redis that machines share, and BullMQ on it. Only `--queue` loads the two packages. */
export interface Farm {
  readonly redis: Redis;
  /** For people: without the password. */
  readonly shown: string;
  /** The address of this machine by which it reaches Redis. */
  readonly localAddress: string;
  /** What people should know of this Redis. */
  readonly notes: readonly string[];
  readonly pace: FarmPace;
  /** The passes of a sweep that runs. */
  queue(run: string): PassQueue;
  /** Takes passes by hand, and gives back those of workers that are gone. */
  taker(run: string): PassTaker;
  /** While the connection is gone, a command that was not answered in time says less than why it is gone. */
  causeOf(error: unknown): unknown;
  close(): void;
}

export interface FarmPace {
  /** A worker that has not been heard of for so long has lost its pass. */
  readonly lockMs: number;
  /** How often such passes are looked for. */
  readonly stalledEveryMs: number;
  /** A Redis that takes longer for one answer is too slow. */
  readonly answerMs: number;
}

const PACE: FarmPace = { lockMs: 15_000, stalledEveryMs: 5_000, answerMs: 10_000 };
const PREFIX = 'sluice-farm';
const CONNECT_MS = 5_000;
const RETRY_MS = 1_000;
const OLDEST = [6, 2] as const;
/** So often a pass may be lost with its worker. One that brings down every machine must come to an end. */
const MOST_LOST = 50;

/** Throws a `Fault` that says what is wrong with this Redis, or that the packages are not installed. */
export async function openFarm(address: FarmAddress, pace: FarmPace = PACE): Promise<Farm> {
  const { shown } = address;
  const { bullmq, ioredis } = await packages();
  const redis = new ioredis.Redis(address.revealUrl(), {
    lazyConnect: true,
    connectTimeout: CONNECT_MS,
    commandTimeout: pace.answerMs,
    // BullMQ wants it so. A command ends by its own time.
    maxRetriesPerRequest: null,
    retryStrategy: () => RETRY_MS,
  });
  let last: unknown;
  // Without a listener the process would end. Whoever asks next hears of it.
  redis.on('error', (error) => (last = error));
  try {
    await redis.connect();
    const notes = notesOf(await redis.info(), shown);
    const options = { connection: redis, prefix: PREFIX, skipVersionCheck: true };
    return {
      redis,
      shown,
      localAddress: redis.stream.localAddress ?? '127.0.0.1',
      notes,
      pace,
      // What a queue writes about itself once it is ready could come after what takes all of it away, and stay for ever.
      queue: (run) => quiet(new bullmq.Queue<PassData, PassMade, 'pass'>(run, { ...options, skipMetasUpdate: true })),
      taker: (run) => {
        const { lockMs: lockDuration, stalledEveryMs: stalledInterval } = pace;
        const own = { ...options, autorun: false, lockDuration, stalledInterval, maxStalledCount: MOST_LOST };
        return quiet(new bullmq.Worker<PassData, PassMade, 'pass'>(run, null, own));
      },
      causeOf: (error) => (redis.status === 'ready' ? error : (last ?? error)),
      close: () => redis.disconnect(),
    };
  } catch (error) {
    redis.disconnect();
    throw farmFault(shown, isFault(error) ? error : (last ?? error));
  }
}

/** Errors of its connection come again with the next command, where they are told of. */
function quiet<T extends { on(event: 'error', listener: (error: Error) => void): unknown }>(emitter: T): T {
  emitter.on('error', () => undefined);
  return emitter;
}

async function packages() {
  try {
    const [bullmq, ioredis] = await Promise.all([import('bullmq'), import('ioredis')]);
    return { bullmq, ioredis };
  } catch (error) {
    throw new Fault('configuration', `a queue needs the packages bullmq and ioredis, which are not installed: ${messageOf(error)}`, {
      suggestion: 'install sluice again without --omit=optional',
      cause: error,
    });
  }
}

function notesOf(info: string, shown: string): string[] {
  const field = (name: string): string | undefined => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1];
  const version = field('redis_version') ?? 'unknown';
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST;
  if (!(major > oldestMajor || (major === oldestMajor && minor >= oldestMinor))) {
    throw new Fault('configuration', `the Redis at ${shown} is of version ${version}; the queue needs ${OLDEST.join('.')} or later`, {
      suggestion: 'install a later one, or name another in --queue',
    });
  }
  if (field('role') === 'slave' && field('slave_read_only') !== '0') throw farmFault(shown, new Error('READONLY'));
  const policy = field('maxmemory_policy') ?? 'noeviction';
  if (policy === 'noeviction') return [];
  return [
    `the Redis at ${shown} throws data away when it is full (${policy}); trials are then made twice: set maxmemory-policy noeviction`,
  ];
}
