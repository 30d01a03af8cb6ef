import type { Clock } from '../base/clock.ts';
import { Fault, messageOf } from '../base/fault.ts';
import { durationText } from '../base/instant.ts';
import { systemClock } from '../base/systemClock.ts';
import type { Daemon } from '../daemon/daemon.ts';
import type { DaemonOptions } from '../daemon/daemonOptions.ts';
import { createLog, type Log } from '../daemon/log.ts';
import { NOTHING_OPEN } from '../daemon/ending.ts';
import { openLines } from '../daemon/openAtEnd.ts';
import { recordingFolder } from '../daemon/recorder/recordingFolder.ts';
import { daemonMessages } from '../messages/daemonMessages.ts';
import { DaemonMetrics } from '../metrics/daemonMetrics.ts';
import type { Settings } from '../settings/loadSettings.ts';
import type { PageServer } from '../control/page/pageServer.ts';
import { statePaths } from '../daemon/statePaths.ts';
import { schemaOf } from '../store/openPostgres.ts';
import { lives } from '../daemon/lives.ts';
import { standBy } from '../daemon/standBy.ts';
import { startDaemon } from '../daemon/startDaemon.ts';
import { witnessAccount } from '../daemon/witnessAccount.ts';
import { liveView } from './liveView.ts';
import { watchLoop } from './loopWatch.ts';
import { plainLines } from './plainLines.ts';
import { serveDaemon } from './serveDaemon.ts';
import { type ServiceNotify, serviceNotify } from './serviceNotify.ts';
import { say, type Shell } from './shell.ts';
import { Standing } from './standing.ts';
import { stateOf } from './stateOf.ts';
import { printSummary } from './summary.ts';

export interface RunOptions {
  readonly settings: Settings;
  readonly shell: Shell;
  readonly clock: Clock;
  /** When given, the daemon ends by itself after this long. */
  readonly forMs: number | undefined;
  readonly isPlain: boolean;
  /** Waits for as long as another process owns the account. */
  readonly isStandby: boolean;
}

/** Runs the daemon in the foreground until it is told to stop. One that stands by does so again when it was overtaken. */
export async function runDaemon(options: RunOptions): Promise<void> {
  const { shell, clock, isStandby } = options;
  const stop = stopOf(shell);
  const service = serviceNotify(shell.env, clock);
  const onAgain = (waitMs: number): void => {
    const again = `the account was taken over; standing by again in ${durationText(waitMs)}`;
    say(shell, again);
    service.ready(again);
  };
  try {
    await lives(() => runLife(options, stop, service), { clock, signal: stop.signal, isStandby, onAgain });
  } finally {
    service.end();
    shell.lingerAtMost(LINGER_MS);
  }
}

/** A signal to the process, or a person who stops one that stands by. */
function stopOf(shell: Shell): AbortController {
  const stop = new AbortController();
  const signal = shell.stopSignal();
  const onStop = (): void => stop.abort(signal.reason);
  if (signal.aborted) onStop();
  else signal.addEventListener('abort', onStop, { once: true });
  return stop;
}

/** From the start, or the wait for it, to the end, with its summary. */
async function runLife(
  { settings, shell, clock, forMs, isPlain, isStandby }: RunOptions,
  stopping: AbortController,
  service: ServiceNotify,
): Promise<void> {
  const stop = stopping.signal;
  let isKilled = false;
  let pull = (): void => void (isKilled = true);
  const endKillSignal = shell.onKillSignal(() => pull());
  let askReload = (): void => undefined;
  const endReloadSignal = shell.onReloadSignal(() => askReload());
  const isTerminal = shell.err.isTTY === true && !isPlain && shell.options.output === 'table';
  // On a terminal the view has the screen, and only troubles are logged. Elsewhere the log is JSON lines on stderr.
  const log = (secrets: Parameters<typeof createLog>[2]): Log =>
    createLog(isTerminal || shell.options.output === 'table' ? QUIET : shell.err, settings.log.level, secrets);
  const state = stateOf(shell, settings);
  const metrics = settings.metrics.port === undefined ? undefined : new DaemonMetrics();
  const messages = daemonMessages(settings, shell.env, clock);
  const options: DaemonOptions = {
    settings,
    state,
    accounts: shell.options.accounts,
    data: recordingFolder(settings, shell.cwd),
    clock,
    env: shell.env,
    log: (venue) => messages?.over(log(venue.secrets)) ?? log(venue.secrets),
    observer: metrics,
    serve: async (running, socket) => {
      await standing.end();
      return serveDaemon({
        daemon: running,
        socket,
        settings,
        clock,
        sessions: running.world === 'DEMO' ? undefined : sessions,
        metrics,
        onMetrics: (url) => say(shell, `metrics ${url}/metrics`),
        onPage: (page) => say(shell, `dashboard ${pageText(page, running.world === 'DEMO' || isTerminal)}`),
      });
    },
  };
  const { socket: place, database, sessions } = statePaths(state, settings);
  const standing = new Standing({
    settings,
    clock,
    socket: place,
    account: schemaOf(database),
    // Who has asked gets its answer first.
    onStop: () => void clock.setTimer(ANSWER_MS, () => stopping.abort('sluice stop')),
    onTrouble: (message) => say(shell, message),
  });
  const start = (): Promise<Daemon> => startDaemon(options);
  const onWait = (why: string): void => {
    standing.waits(why);
    say(shell, `standing by: ${why}`);
    // One that waits is up: its supervisor would otherwise take it for a start that hangs.
    service.ready(`standing by: ${why}`);
  };
  const witness = (): Promise<void> => witnessAccount({ settings, state, accounts: shell.options.accounts, clock });
  const started = isStandby ? standBy(start, { clock, signal: stop, onWait, witness }) : start();
  const daemon = await started.catch(async (error: unknown) => {
    // It has no log yet, and the end of the command says it here.
    messages?.over(NO_LOG).write('fatal', 'gave-up', messageOf(error));
    await standing.end();
    endKillSignal();
    endReloadSignal();
    await messages?.close();
    throw error;
  });
  if (daemon === undefined) {
    service.stopping();
    await standing.end();
    endKillSignal();
    endReloadSignal();
    return messages?.close();
  }
  messages?.follow(daemon);
  say(shell, `${daemon.world}  ${daemon.venue.host}  key ${daemon.venue.keyTail}  state ${state}${haltedText(daemon)}`);
  if (daemon.venue.note !== undefined) say(shell, `note: ${daemon.venue.host} is ${daemon.venue.note}`);
  service.ready(`${daemon.world} ${daemon.venue.host}${haltedText(daemon)}`);
  let lastTrouble: string | undefined;
  const troubles = daemon.trouble$.subscribe((text) => {
    lastTrouble = text;
  });
  const cancelTimer = forMs === undefined ? undefined : clock.setTimer(forMs, () => daemon.requestStop(`${durationText(forMs)} are over`));
  pull = (): void => daemon.kill('signal SIGUSR2', false);
  if (isKilled) pull();
  askReload = () => reloadBySignal(daemon, shell);
  const onStop = (): void => {
    service.stopping();
    daemon.requestStop(`signal ${String(stop.reason)}`);
  };
  if (stop.aborted) onStop();
  stop.addEventListener('abort', onStop, { once: true });
  const onCrash = (error: Error): void =>
    daemon.giveUp(new Fault('internal', `an error was thrown where nothing could catch it: ${error.message}`, { cause: error }));
  process.on('uncaughtException', onCrash);
  const endWatch = watchLoop({ clock: systemClock, onTrouble: (message) => say(shell, message) });
  const endView = isTerminal ? liveView(daemon, clock, shell.err) : plainLines(daemon, clock, shell);
  try {
    await daemon.ended;
  } finally {
    cancelTimer?.();
    endKillSignal();
    endReloadSignal();
    process.off('uncaughtException', onCrash);
    troubles.unsubscribe();
    stop.removeEventListener('abort', onStop);
    endWatch();
    endView();
    printSummary(shell, daemon, clock.now());
    await messages?.close();
  }
  const left = openLines(daemon.ending?.left ?? NOTHING_OPEN).length;
  if (left > 0) throw new Fault('left-open', `${left} left open at the venue ${daemon.venue.host}`);
  if (daemon.trader.pairs.length === 0 && !stop.aborted)
    throw new Fault('network', `the venue ${daemon.venue.host} was never reached: ${lastTrouble ?? 'there was no answer'}`, {
      retryable: true,
    });
}

/** Who starts or takes over without trading has to see it at once. */
function haltedText({ begunHalted }: Daemon): string {
  return begunHalted === undefined ? '' : `  HALTED: ${begunHalted}`;
}

/** Nobody waits for the answer: what came of it is told where everything is. */
function reloadBySignal(daemon: Daemon, shell: Shell): void {
  daemon.configuration.reload(undefined).then(
    ({ hash }) => say(shell, `reloaded: the configuration ${hash} is in force`),
    (error: unknown) => daemon.troubles.notReloaded(`not reloaded: ${messageOf(error)}`),
  );
}

/** A link that lets its reader trade stays out of logs, which others may read. In the demo there is no money. */
function pageText(page: PageServer, showsLink: boolean): string {
  return showsLink ? page.link(false).url : `${page.url}; \`sluice dashboard\` prints a link that opens it`;
}

/** When the end is over, whatever is still alive has been told to end, or hangs. */
const LINGER_MS = 500;
const NO_LOG: Log = { write: () => undefined, setLevel: () => undefined, flush: () => undefined };
const ANSWER_MS = 50;
const QUIET = { write: () => undefined };
