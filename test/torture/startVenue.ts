import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ToldTruth } from './venueProcess.ts';

/** A venue in a process of its own, and what points a command at it. */
export interface VenueProcess {
  readonly child: ChildProcess;
  /** Where there is a network in between, the address is that of the network. */
  env(through?: (url: string) => Promise<string>): Promise<Readonly<Record<string, string>>>;
  truth(): Promise<ToldTruth>;
}

/** `symbols`: how many pairs it has; default those of a simulator. */
export function startVenue(seed: number, symbols?: number): VenueProcess {
  const args = [seed, ...(symbols === undefined ? [] : [symbols])].map(String);
  const child = fork(fileURLToPath(new URL('venueProcess.ts', import.meta.url)), args);
  const listening = said(child) as Promise<{ readonly url: string; readonly key: string; readonly secret: string }>;
  return {
    child,
    async env(through = (url) => Promise.resolve(url)) {
      const { url, key, secret } = await listening;
      return { SLUICE_EXCHANGE_URL: await through(url), SLUICE_EXCHANGE_KEY: key, SLUICE_EXCHANGE_SECRET: secret };
    },
    truth() {
      child.send('truth');
      return said(child) as Promise<ToldTruth>;
    },
  };
}

/** The next message of a child. */
export async function said(child: ChildProcess): Promise<unknown> {
  const [message] = (await once(child, 'message')) as [unknown];
  return message;
}
