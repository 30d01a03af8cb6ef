import { isFault } from '../base/fault.ts';
import type { ControlReply } from './contract/controlReplies.ts';
import type { ControlArgs } from './contract/controlRequests.ts';
import { type ControlName, type ControlRow, controlRows, controlTarget } from './contract/controlRows.ts';
import { type SocketClient, socketClient, unknownWhenLost } from './socketClient.ts';

/** A running daemon, as the command line reaches it. */
export interface ControlClient {
  /**
   * Calls a row of the control interface. When the daemon goes away before it has answered, it rejects with `unknown-outcome` for
   * what reaches the venue, unless `isRead` says that nothing is changed there, for what a repeat would do twice, and for what the daemon may have
   * done; else with `network`.
   */
  call<N extends ControlName>(name: N, args: ControlArgs<N>, isRead?: boolean): Promise<ControlReply<N>>;
}

/**
 * The daemon that listens on the socket. Undefined when there is none, or one that stands by: nothing can be asked of that one. Rejects with `timeout`
 * where it does not say how it stands within `withinMs`.
 */
export async function controlClient(socket: string, withinMs?: number): Promise<ControlClient | undefined> {
  const client = await socketClient(socket, controlRows.status.path, withinMs).catch((error: unknown) => {
    if (isFault(error, 'daemon-running')) return undefined;
    throw error;
  });
  return client && { call: (name, args, isRead = false) => callOn(client, name, args, isRead) };
}

async function callOn<N extends ControlName>(
  client: SocketClient,
  name: N,
  args: ControlArgs<N>,
  isRead: boolean,
): Promise<ControlReply<N>> {
  const row: ControlRow = controlRows[name];
  const { target, body } = controlTarget(name, args);
  const asked = client.send(row.method, target, body);
  const { bytes, venueStatus } = await (isUnknownWhenLost(row) && !isRead
    ? asked.catch((error: unknown) => {
        throw unknownWhenLost(error, row.seenBy ?? 'look whether it was done before you ask again');
      })
    : asked);
  return (row.isRaw === true ? { bytes, status: venueStatus } : JSON.parse(bytes.toString())) as ControlReply<N>;
}

function isUnknownWhenLost({ reachesVenue, addsUp, seenBy }: ControlRow): boolean {
  return reachesVenue === true || addsUp === true || seenBy !== undefined;
}
