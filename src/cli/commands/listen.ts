import { DAY_MS } from '../../base/instant.ts';
import type { Clock } from '../../base/clock.ts';
import { Fault, isFault, messageOf } from '../../base/fault.ts';
import { listenFault } from '../../base/listenFault.ts';
import type { Notification } from '../../daemon/listen/notification.ts';
import type { Receiver, ReceiverOptions } from '../../daemon/listen/receiver.ts';
import { command, flag, option } from '../command.ts';
import type { ListenLines } from '../listenLines.ts';
import type { Shell } from '../shell.ts';
import { durationValue, wholeValue, urlValue } from '../values.ts';
import { whenAborted } from '../whenAborted.ts';

interface Listening {
  readonly shell: Shell;
  readonly clock: Clock;
  readonly lines: ListenLines;
  readonly onNotification: (notification: Notification) => void;
}

const DEFAULT_EVERY_MS = 5000;
const DEFAULT_SINCE_MS = DAY_MS;

export const listen = command({
  name: 'listen',
  about: 'Receive notifications of payments and deposits on 127.0.0.1, print them and pass them on; they change nothing here',
  options: {
    port: option('--port <port>', 'port on 127.0.0.1; 0, the default, takes any free one', wholeValue(0, 65_535)),
    forwardTo: option('--forward-to <url>', 'pass each one on to this address, byte for byte', urlValue),
    poll: flag('--poll', 'receive nothing: read payment intents and payouts, and derive the notifications from what changes'),
    every: option('--every <duration>', 'with --poll: how often to read; default 5s', durationValue),
    since: option('--since <duration>', 'with --poll: how old an intent may be at the start; default 24h', durationValue),
  },
  examples: [
    'listen --port 7720',
    'listen --port 7720 --forward-to http://127.0.0.1:3000/notify',
    'listen --port 0 -o ndjson',
    'listen --poll --every 5s',
  ],
  async run({ options }, shell) {
    checkOptions(shell, options);
    const { systemClock: clock } = await import('../../base/systemClock.ts');
    const { Forwarder } = await import('../../daemon/listen/forwarder.ts');
    const { listenLines } = await import('../listenLines.ts');
    const lines = listenLines(shell);
    const { forwardTo: url } = options;
    const forwarder =
      url === undefined ? undefined : new Forwarder({ url, clock, onForwarded: (each) => lines.forwarded(each, clock.now()) });
    const counts = { taken: 0 };
    const onNotification = (notification: Notification): void => {
      counts.taken++;
      lines.heard(notification);
      forwarder?.add(notification);
    };
    const listening: Listening = { shell, clock, lines, onNotification };
    let refused: number | undefined;
    let unsent: number | undefined;
    try {
      if (options.poll) await poll(listening, options.every ?? DEFAULT_EVERY_MS, options.since ?? DEFAULT_SINCE_MS);
      else refused = await receive(listening, options.port ?? 0);
    } finally {
      unsent = await forwarder?.stop();
    }
    lines.ended({ ...counts, ...(refused === undefined ? {} : { refused }), ...(unsent === undefined ? {} : { unsent }) });
  },
});

/** Runs until it is stopped. Returns how many requests were refused. */
async function receive({ shell, clock, lines, onNotification }: Listening, port: number): Promise<number> {
  const stop = shell.stopSignal();
  const onRefused = (reason: string): void => lines.trouble(`refused: ${reason}`);
  const receiver = await opened({ clock, port, onNotification, onRefused });
  lines.began('listening', receiver.url);
  await whenAborted(stop);
  await receiver.close();
  return receiver.counts.refused;
}

async function opened(options: ReceiverOptions): Promise<Receiver> {
  const { serveReceiver } = await import('../../daemon/listen/receiver.ts');
  try {
    return await serveReceiver(options);
  } catch (error) {
    throw listenFault(error, options.port, 'usage', 'use --port 0 to take any free one');
  }
}

/** Runs until it is stopped. Rejects when the key is refused, since waiting would not help. */
async function poll({ shell, clock, lines, onNotification }: Listening, everyMs: number, sinceMs: number): Promise<void> {
  const { interfaceAccess } = await import('../interfaceAccess.ts');
  const { Poller } = await import('../../daemon/listen/poller.ts');
  const { seededRandom } = await import('../../base/random.ts');
  const stop = shell.stopSignal();
  const access = await interfaceAccess(shell, 'processing');
  const failed = Promise.withResolvers<never>();
  const poller = new Poller({
    calls: access.calls as unknown as ConstructorParameters<typeof Poller>[0]['calls'],
    clock,
    random: seededRandom(clock.now()),
    everyMs,
    createdFromMs: clock.now() - sinceMs,
    onNotification,
    onTrouble: (error) => (isFault(error, 'unauthorized') ? failed.reject(error) : lines.trouble(messageOf(error))),
  });
  lines.began('polling', access.url);
  poller.start();
  try {
    await Promise.race([whenAborted(stop), failed.promise]);
  } finally {
    await poller.stop();
    await access.close();
  }
}

interface Given {
  readonly port?: number | undefined;
  readonly poll: boolean;
  readonly every?: number | undefined;
  readonly since?: number | undefined;
}

function checkOptions({ options: { output } }: Shell, { port, poll: isPolling, every, since }: Given): void {
  if (output === 'csv' || output === 'md' || output === 'html')
    throw new Fault('usage', `listen does not print ${output}; expected table, json or ndjson`);
  if (isPolling && port !== undefined) throw new Fault('usage', '--port does not go with --poll: nothing is received');
  if (!isPolling && every !== undefined) throw new Fault('usage', '--every goes only with --poll');
  if (!isPolling && since !== undefined) throw new Fault('usage', '--since goes only with --poll');
}
