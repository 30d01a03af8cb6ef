import type { Readable, Writable } from 'node:stream';
import { diskReason } from '../base/diskFault.ts';

type Terminal = { readonly isTTY?: boolean; readonly columns?: number };

/** A stream that texts are written to. Commands are given guarded ones. */
export type Output = Writable & Terminal;

/** Where a command reads and writes: the process's streams, or those of a test. */
export interface Io {
  readonly in: Readable & Terminal;
  /** For data only. */
  readonly out: Output;
  /** For everything else. */
  readonly err: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Aborts when a person or a supervisor asks the program to end. Listening starts with the first call. */
  stopSignal(): AbortSignal;
  /** From now on, calls `pulled` for each signal of the kill switch (SIGUSR2). Returns a function that ends this. */
  onKillSignal(pulled: () => void): () => void;
  /** From now on, calls `asked` for each signal that asks for a reload (SIGHUP), unless it runs on a terminal. Returns a function that ends this. */
  onReloadSignal(asked: () => void): () => void;
  /** Ends the process after this long at the latest, whatever keeps it alive. */
  lingerAtMost(ms: number): void;
}

export function processIo(): Io {
  let stop: AbortController | undefined;
  let reload: (() => void) | undefined;
  const parent = takeParent();
  // `sluice pairs | head -1` closes the pipe early, which is not a failure. A command that runs until it is stopped then ends in
  // an orderly way.
  const onUnwritable = (error: NodeJS.ErrnoException): void => {
    if (error.code === 'EPIPE') {
      if (stop === undefined) process.exit(0);
      stop.abort('SIGPIPE');
    } else if (stop === undefined) {
      process.stderr.write(
        `error: the output can't be written: ${diskReason(error)}\n  now: it ends there\n   do: free space on the disk, then repeat\n`,
      );
      process.exit(UNWRITABLE);
    }
    // A daemon must not abandon its orders because its log can't be written, for instance to a full disk. It goes on, and the
    // lines are lost.
  };
  process.stdout.on('error', onUnwritable);
  process.stderr.on('error', onUnwritable);
  return {
    in: process.stdin,
    out: process.stdout,
    err: process.stderr,
    env: process.env,
    cwd: process.cwd(),
    onReloadSignal(asked) {
      // On a terminal the signal means that the terminal was closed.
      const isOnTerminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY;
      if (!isOnTerminal) reload = asked;
      return () => (reload = undefined);
    },
    onKillSignal(pulled) {
      process.on('SIGUSR2', pulled);
      return () => process.off('SIGUSR2', pulled);
    },
    stopSignal() {
      if (stop === undefined) {
        const controller = new AbortController();
        for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => controller.abort(signal));
        process.on('SIGHUP', () => (reload === undefined ? controller.abort('SIGHUP') : reload()));
        endWhenAskedAgain();
        if (parent !== undefined) stopWhenOrphaned(parent, controller);
        stop = controller;
      }
      return stop.signal;
    },
    lingerAtMost: (ms) => void setTimeout(() => process.exit(), ms).unref(),
  };
}

/** The exit code for every failure of the disk. */
const UNWRITABLE = 1;

/** One Ctrl-C may arrive twice: from the terminal, and from npm. */
const AGAIN_AFTER_MS = 1000;
/** The exit code by which a shell reports that SIGINT ended a command. */
const INTERRUPTED = 130;

/** A person who presses Ctrl-C again does not want to wait. What is on disk stays valid, as after a crash. */
function endWhenAskedAgain(): void {
  process.once('SIGINT', () => {
    setTimeout(() => process.on('SIGINT', () => process.exit(INTERRUPTED)), AGAIN_AFTER_MS).unref();
  });
}

/**
 * The id of the process with which we must end: the launcher that handed over to a newer Node, or npm's shell, which passes no
 * signal on. Undefined when we run by ourselves. It is read once, since the processes that we start are not started by the
 * launcher.
 */
function takeParent(): number | undefined {
  const launcher = process.env['SLUICE_LAUNCHER'];
  delete process.env['SLUICE_LAUNCHER'];
  if (launcher !== undefined) return Number(launcher);
  return process.env['npm_command'] === undefined ? undefined : process.ppid;
}

/** When the parent is gone, for whatever reason, we end in an orderly way. */
function stopWhenOrphaned(parent: number, controller: AbortController): void {
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    controller.abort('SIGHUP');
  }, 250);
  watch.unref();
}
