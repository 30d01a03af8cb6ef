import type { Clock } from '../base/clock.ts';
import { Fault, isFault, messageOf } from '../base/fault.ts';
import { durationText } from '../base/instant.ts';
import { closeInTime, type Closing } from './closeInTime.ts';
import type { Log } from './log.ts';
import { type OpenAtEnd, openLines } from './openAtEnd.ts';

export interface DaemonToEnd {
  readonly clock: Clock;
  readonly log: Log;
  /** Ends the trading, and returns what is then open at the venue. */
  readonly stopTrading: () => Promise<OpenAtEnd>;
  /** What the engine knows to be open, for when that can't be waited for. */
  readonly openNow: () => OpenAtEnd;
  /** Sorts what is open. Returns what is left there against our will. */
  readonly sort: (open: OpenAtEnd) => OpenAtEnd;
  readonly held: Held;
  readonly onTrouble: (message: string) => void;
}

interface Closable {
  close(): Promise<unknown>;
}

/** What a daemon has open. */
export interface Held {
  readonly session: { end(): Promise<unknown> | undefined };
  readonly recording: Closable | undefined;
  /** What runs beside the strategies, to be compared with them. */
  readonly shadows: Closable;
  /** What ends at once: the work of the night, and the watch for the kill file. */
  readonly watches: readonly (() => void)[];
  readonly access: Closable;
  readonly interfaces: Closable;
  /** What is still to be written down for people who look. */
  readonly chronicle: Closable;
  readonly store: Closable;
  readonly control: Closable | undefined;
}

/** Whatever hangs, the end is over this long after it began (docs/operating.md). */
const ENDED_WITHIN_MS = 9000;
/** From then on, there is little time left for closing. */
const CLOSE_BY_MS = 7400;

/** Ends a daemon: its trading, then everything that it holds. Rejects with a `Fault` when that failed or took too long. */
export function endDaemon(daemon: DaemonToEnd): Promise<void> {
  const { clock, openNow, sort } = daemon;
  return new Promise((resolve, reject) => {
    let isSorted = false;
    const sortOnce = (open: OpenAtEnd): OpenAtEnd => {
      isSorted = true;
      return sort(open);
    };
    const cancelTimer = clock.setTimer(ENDED_WITHIN_MS, () => {
      if (!isSorted) sortOnce(openNow());
      reject(new Fault('internal', `the end was not over within ${durationText(ENDED_WITHIN_MS)}`));
    });
    inOrder({ ...daemon, sort: sortOnce }, clock.monotonicMs() + CLOSE_BY_MS)
      .then(resolve, (error: unknown) =>
        reject(isFault(error) ? error : new Fault('internal', `the end failed: ${messageOf(error)}`, { cause: error })),
      )
      .finally(cancelTimer);
  });
}

async function inOrder({ clock, log, stopTrading, sort, held, onTrouble }: DaemonToEnd, deadline: number): Promise<void> {
  const left = sort(await stopTrading());
  for (const line of openLines(left)) log.write('error', 'left-open', `left open at the venue: ${line}`);
  await closeInTime(clock, deadline, closingsOf(held), onTrouble);
  log.write('info', 'stopped', 'stopped');
  log.flush();
}

function closingsOf({ session, recording, shadows, watches, access, interfaces, chronicle, store, control }: Held): readonly Closing[] {
  return [
    ['the session', () => session.end()],
    ['the recording', () => recording?.close()],
    ['the shadows', () => shadows.close()],
    ...watches.map((end): Closing => ['a watch', () => Promise.resolve(end())]),
    ['the client', () => access.close()],
    ['the clients of the payment interfaces', () => interfaces.close()],
    ['what happened lately', () => chronicle.close()],
    ['the database', () => store.close()],
    // This comes last: when the socket is gone, another daemon may take the database.
    ['the control socket', () => control?.close()],
  ];
}
