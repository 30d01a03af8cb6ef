import { messageOf } from '../base/fault.ts';
import { isoOf } from '../base/instant.ts';
import { jsonForPeople } from '../base/json.ts';
import { listenFault } from '../base/listenFault.ts';
import { plainLine } from '../base/plainText.ts';
import { seededRandom } from '../base/random.ts';
import { systemClock } from '../base/systemClock.ts';
import { PaymentWatch } from '../daemon/listen/paymentWatch.ts';
import { type Receiver, serveReceiver } from '../daemon/listen/receiver.ts';
import type { TimelineEntry } from '../treasury/payments/intentTimeline.ts';
import { readPayment, timelineOf } from '../treasury/payments/paymentRecord.ts';
import type { PaymentSources } from '../treasury/payments/paymentSources.ts';
import { isOver, isSettled } from '../treasury/payments/settled.ts';
import { timelineColumns } from './paymentColumns.ts';
import { objectOf } from './print.ts';
import { note, say, type Shell } from './shell.ts';
import { untilStopped } from './untilStopped.ts';
import { withPayments } from './withPayments.ts';

export interface WatchTerms {
  readonly id: string;
  readonly everyMs: number;
  /** Undefined: until it is over, or until the command is ended. */
  readonly forMs: number | undefined;
  /** Where notifications are taken as hints. */
  readonly listenPort: number | undefined;
}

/** The exit code for a payment that is not settled at the end. */
const NOT_SETTLED = 10;

/** Follows a payment and prints each new entry of its timeline. Resolves to the exit code. */
export function watchPayment(shell: Shell, terms: WatchTerms): Promise<number> {
  return withPayments(shell, (sources) => follow(shell, terms, sources));
}

async function follow(shell: Shell, { id, everyMs, forMs, listenPort }: WatchTerms, sources: PaymentSources): Promise<number> {
  const stop = shell.stopSignal();
  const told = new Set<string>();
  let status = '';
  const watch = new PaymentWatch({
    id,
    clock: systemClock,
    random: seededRandom(systemClock.now()),
    everyMs,
    look: async () => {
      const row = await readPayment(sources, id);
      for (const entry of await timelineOf(sources, row)) tellOnce(shell, told, entry);
      status = row.status;
      return isOver(status);
    },
    onTrouble: (error) => note(shell, `it could not be read: ${messageOf(error)}`),
  });
  // One that is not known, or a key that is refused, ends it at once.
  await readPayment(sources, id);
  const receiver = listenPort === undefined ? undefined : await opened(shell, listenPort, watch);
  if (receiver !== undefined) note(shell, `takes notifications at ${receiver.url} as hints`);
  watch.start();
  const ended = new AbortController();
  try {
    await Promise.race([watch.over, untilStopped(systemClock, stop, forMs, ended.signal)]);
  } finally {
    ended.abort();
    await watch.stop();
    await receiver?.close();
  }
  tellEnd(shell, status);
  return isSettled(status) || stop.aborted ? 0 : NOT_SETTLED;
}

async function opened(shell: Shell, port: number, watch: PaymentWatch): Promise<Receiver> {
  try {
    return await serveReceiver({
      clock: systemClock,
      port,
      onNotification: ({ body }) => watch.hint(body),
      onRefused: (reason) => say(shell, `refused: ${reason}`),
    });
  } catch (error) {
    throw listenFault(error, port, 'usage', 'use --listen-port 0 to take any free one');
  }
}

function tellOnce(shell: Shell, told: Set<string>, entry: TimelineEntry): void {
  const line = jsonForPeople(objectOf(timelineColumns, entry));
  if (told.has(line)) return;
  told.add(line);
  if (shell.options.output === 'table') shell.out.write(`${textOf(entry)}\n`);
  else shell.out.write(`${jsonForPeople({ event: 'entry', ...objectOf(timelineColumns, entry) })}\n`);
}

function textOf({ at, what, status, amount, currency, note: remark }: TimelineEntry): string {
  const money = amount === undefined ? undefined : `${amount.toFixed()} ${currency ?? ''}`;
  const parts = [at === undefined ? undefined : isoOf(at), what, status, money, remark === undefined ? undefined : `(${remark})`];
  return plainLine(parts.filter((part) => part !== undefined).join(' '));
}

function tellEnd(shell: Shell, status: string): void {
  if (shell.options.output === 'table') say(shell, `it is ${status}`);
  else shell.out.write(`${jsonForPeople({ event: 'ended', status })}\n`);
}
