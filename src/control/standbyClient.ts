import { isFault } from '../base/fault.ts';
import { controlRows } from './contract/controlRows.ts';
import { socketClient } from './socketClient.ts';
import { STANDBY_PATH, type StandbyReport } from './standbyServer.ts';

/** A daemon that stands by, as the command line reaches it. */
export interface StandbyClient {
  readonly report: StandbyReport;
  stop(): Promise<void>;
}

/** The daemon that stands by on this socket. Undefined where there is none, or one that trades. */
export async function standbyClient(socket: string): Promise<StandbyClient | undefined> {
  try {
    const client = await socketClient(socket, STANDBY_PATH);
    if (client === undefined) return undefined;
    const { bytes } = await client.send('GET', STANDBY_PATH);
    const stop = async (): Promise<void> => void (await client.send('POST', controlRows['daemon.stop'].path, '{}'));
    return { report: JSON.parse(bytes.toString()) as StandbyReport, stop };
  } catch (error) {
    // One that trades knows no such path.
    if (isFault(error, 'not-found')) return undefined;
    throw error;
  }
}
