import { resolve } from 'node:path';
import { messageOf } from '../base/fault.ts';
import { durationText } from '../base/instant.ts';
import { type News, type TellNews, tellsTrouble } from '../base/tellNews.ts';
import { systemClock } from '../base/systemClock.ts';
import { serveTreasury } from '../control/treasuryServer.ts';
import { closeInTime, type Closing } from '../daemon/closeInTime.ts';
import type { Log } from '../daemon/log.ts';
import { lives } from '../daemon/lives.ts';
import { standBy } from '../daemon/standBy.ts';
import { assertFree } from '../daemon/treasury/assertFree.ts';
import { dailyHead } from '../daemon/treasury/dailyHead.ts';
import { openTreasury } from '../daemon/treasury/openTreasury.ts';
import { runTreasury } from '../daemon/treasury/runTreasury.ts';
import { treasurySocket } from '../daemon/treasury/treasuryPaths.ts';
import { type WatchedRounds, watchedRounds } from '../daemon/treasury/watchedRounds.ts';
import { witnessTreasury } from '../daemon/treasury/witnessTreasury.ts';
import { within } from '../daemon/within.ts';
import { treasuryDigest } from '../messages/treasuryDigest.ts';
import { type TreasuryMessages, treasuryMessages } from '../messages/treasuryMessages.ts';
import type { Settings } from '../settings/loadSettings.ts';
import { settingsOf } from './configFile.ts';
import { say, type Shell } from './shell.ts';
import { stateOf } from './stateOf.ts';
import { treasuryLog } from './treasuryLog.ts';
import { whenAborted } from './whenAborted.ts';

export interface ServeTreasuryOptions {
  /** The file to which the head of the audit log goes once a day. */
  readonly anchor: string | undefined;
  /** Waits for as long as another process has the treasury. */
  readonly isStandby: boolean;
}

const ROUND_EVERY_MS = 5000;
/** What is being sent has its answer by then, or the next life looks for it. */
const ROUND_ENDS_WITHIN_MS = 10_000;
const ENDS_WITHIN_MS = 15_000;
/** When the end is over, whatever is still alive hangs. */
const LINGER_MS = 500;
const TROUBLE: News = { level: 'warn', event: 'trouble' };

/** Runs the treasury in the foreground until it is told to stop. One that stands by does so again when it was overtaken. */
export async function serveTreasuryHere(shell: Shell, options: ServeTreasuryOptions): Promise<void> {
  const signal = shell.stopSignal();
  const { isStandby } = options;
  const onAgain = (waitMs: number): void => say(shell, `the treasury was taken over; standing by again in ${durationText(waitMs)}`);
  try {
    await lives(() => liveOnce(shell, options, signal), { clock: systemClock, signal, isStandby, onAgain });
  } finally {
    shell.lingerAtMost(LINGER_MS);
  }
}

async function liveOnce(shell: Shell, options: ServeTreasuryOptions, signal: AbortSignal): Promise<void> {
  const settings = await settingsOf(shell);
  const messages = treasuryMessages(settings, shell.env, systemClock);
  const log = treasuryLog(shell);
  try {
    await live(shell, options, signal, { settings, messages, log: messages?.over(log) ?? log });
  } finally {
    await messages?.close();
  }
}

interface Life {
  readonly settings: Settings;
  readonly messages: TreasuryMessages | undefined;
  readonly log: Log;
}

async function live(shell: Shell, { anchor, isStandby }: ServeTreasuryOptions, signal: AbortSignal, life: Life): Promise<void> {
  const { settings, messages, log } = life;
  const state = stateOf(shell, settings);
  const tell: TellNews = (message, { level, event, ...incidents } = TROUBLE) => {
    rounds?.goesOn();
    log.write(level, event, message, {}, incidents);
  };
  let rounds: WatchedRounds | undefined;
  const start = async () => {
    if (isStandby) await assertFree(settings, state, systemClock);
    return openTreasury({ settings, env: shell.env, state, accounts: shell.options.accounts, clock: systemClock, tell });
  };
  const onWait = (why: string): void => log.write('info', 'standing-by', `standing by: ${why}`);
  const { accounts } = shell.options;
  const witness = (): Promise<void> => witnessTreasury({ settings, env: shell.env, state, accounts, clock: systemClock });
  const closings: Closing[] = [];
  try {
    const open = await (isStandby ? standBy(start, { clock: systemClock, signal, onWait, witness }) : start());
    if (open === undefined) return;
    closings.push(['the treasury', () => open.close()]);
    const server = await serveTreasury(open.calls, treasurySocket(state));
    closings.unshift(['the control socket', () => server.close()]);
    const { venue, policy } = await open.calls.status();
    const by = policy === null ? 'without a policy: it moves nothing' : `policy ${policy.version}`;
    log.write('info', 'started', `the treasury runs at ${venue}, ${by}; Ctrl-C ends it`);
    const tellHead = dailyHead({
      store: open.store,
      clock: systemClock,
      anchor: anchor === undefined ? undefined : resolve(shell.cwd, anchor),
      tell,
    });
    const watched = watchedRounds(async () => {
      await tellHead();
      await open.round();
    }, systemClock);
    rounds = watched;
    const trouble = (): string | undefined => watched.trouble() ?? open.trouble();
    messages?.follow({
      isReady: () => trouble() === undefined,
      digest: async () => treasuryDigest({ status: await open.calls.status(), open: await open.store.moves.open(), trouble: trouble() }),
    });
    await open.tellOpen();
    const round = (): Promise<void> => watched.round();
    const running = runTreasury({ round, clock: systemClock, everyMs: ROUND_EVERY_MS, until: signal, tell: tellsTrouble(tell) });
    const onEnd = (): void => log.write('info', 'stopping', `stopping: signal ${String(signal.reason)}`);
    await untilEnded(running, signal, onEnd);
  } catch (error) {
    log.write('fatal', 'gave-up', messageOf(error));
    throw error;
  } finally {
    await closeInTime(systemClock, systemClock.monotonicMs() + ENDS_WITHIN_MS, closings, tell);
  }
}

/** A round ends before the treasury does, unless what it waits for does not come: a store that is away. */
async function untilEnded(running: Promise<void>, signal: AbortSignal, onEnd: () => void): Promise<void> {
  running.catch(() => undefined);
  await Promise.race([running, whenAborted(signal)]);
  onEnd();
  await within(systemClock, running, systemClock.monotonicMs() + ROUND_ENDS_WITHIN_MS);
}
