import type { Readable, Writable } from 'node:stream';
import { diskReason } from '../base/diskFault.ts';

type Terminal = { readonly isTTY?: boolean; readonly columns?: number };

/** Where a command reads and writes: the process, or a test's own streams. */
export interface Io {
  readonly in: Readable & Terminal;
  /** Data, and nothing else. */
  readonly out: Writable & Terminal;
  /** Everything else. */
  readonly err: Writable & Terminal;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Aborts when a person or a supervisor asks the program to end; the first call starts listening. */
  stopSignal(): AbortSignal;
}

export function processIo(): Io {
  let stop: AbortController | undefined;
  // `sluice pairs | head -1` closes the pipe early; that is no failure. What runs until it is stopped ends in order.
  const onUnwritable = (error: NodeJS.ErrnoException): void => {
    if (error.code === 'EPIPE') {
      if (stop === undefined) process.exit(0);
      stop.abort('SIGPIPE');
    } else if (stop === undefined) {
      process.stderr.write(
        `error: what is printed can't be written: ${diskReason(error)}\n  now: it ends there\n   do: free space on the disk, then repeat\n`,
      );
      process.exit(UNWRITABLE);
    }
    // A disk that is full of its log is no reason for a daemon to leave its orders alone: it goes on, and the lines are lost.
  };
  process.stdout.on('error', onUnwritable);
  process.stderr.on('error', onUnwritable);
  return {
    in: process.stdin,
    out: process.stdout,
    err: process.stderr,
    env: process.env,
    cwd: process.cwd(),
    stopSignal() {
      if (stop === undefined) {
        const controller = new AbortController();
        for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => controller.abort(signal));
        endWhenAskedAgain();
        if (process.env['npm_command'] !== undefined) stopWhenOrphaned(controller);
        stop = controller;
      }
      return stop.signal;
    },
  };
}

/** The exit code of every failure of the disk. */
const UNWRITABLE = 1;

/** One Ctrl-C may arrive twice: from the terminal, and from npm. */
const AGAIN_AFTER_MS = 1000;
/** The exit code by which a shell reports that SIGINT ended a command. */
const INTERRUPTED = 130;

/** A person who presses Ctrl-C again does not want to wait. What is written down holds, as after a crash. */
function endWhenAskedAgain(): void {
  process.once('SIGINT', () => {
    setTimeout(() => process.on('SIGINT', () => process.exit(INTERRUPTED)), AGAIN_AFTER_MS).unref();
  });
}

/** npm runs us under a shell that passes no signal on: when it is gone, so is whoever started us. */
function stopWhenOrphaned(controller: AbortController): void {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    controller.abort('SIGHUP');
  }, 250);
  watch.unref();
}
