import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';

/** How long servers that are attacked by silence wait for the rest of a request. */
export const PATIENCE_MS = 40;

/** What somebody may begin to say and never end. */
export const BEGUN = [
  ['its connection', ''],
  ['half a head', 'POST / HTTP/1.1\r\nhost: 127.0.0.1\r\nx-slow: 1\r\n'],
  ['a tenth of its body', 'POST / HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 10\r\n\r\n{'],
] as const;

/** Whether a server waits for the rest still when another one, which began later and is ten times as patient, has given up. */
export async function isWaitedFor(port: number, begun: string): Promise<boolean> {
  const [attacked, isOpen] = await open(port, begun);
  const waitMs = 10 * PATIENCE_MS;
  const limits = { requestTimeout: waitMs, headersTimeout: waitMs, connectionsCheckingInterval: PATIENCE_MS };
  const witness = createServer(limits).listen(0, '127.0.0.1');
  await once(witness, 'listening');
  const [other] = await open((witness.address() as AddressInfo).port, begun);
  if (!other.destroyed) await once(other, 'close');
  // What has come by now is looked at first.
  for (let turn = 0; turn < 10; turn++) await setImmediate();
  const isWaiting = isOpen();
  attacked.destroy();
  witness.close();
  return isWaiting;
}

/** How many of so many connections that say nothing are kept, once a later one has been answered. */
export async function keptSilent(port: number, count: number): Promise<number> {
  const all = await Promise.all(Array.from({ length: count }, () => open(port, '')));
  await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{}' });
  await setImmediate();
  const kept = all.filter(([, isOpen]) => isOpen()).length;
  for (const [socket] of all) socket.destroy();
  return kept;
}

async function open(port: number, begun: string): Promise<readonly [Socket, () => boolean]> {
  const socket = connect(port, '127.0.0.1');
  let isOpen = true;
  const ended = (): void => void (isOpen = false);
  socket.on('error', ended).on('end', ended).on('close', ended).resume();
  await once(socket, 'connect').catch(ended);
  if (begun !== '') socket.write(begun);
  return [socket, () => isOpen];
}
