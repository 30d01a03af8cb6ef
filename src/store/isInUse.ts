import { Fault } from '../base/fault.ts';
import type { Holder } from './leaseTables.ts';

/** A store on a server that another process owns. */
export function isInUse(what: string, owner: string): Fault {
  return new Fault('daemon-running', `${what} is in use by ${owner}`, {
    suggestion:
      'use the one that is running, or end it there: a daemon with `sluice stop`, `sluice treasury serve` with Ctrl-C; with `--standby` both wait until it ends',
  });
}

/** An owner, for people. */
export function ownerText({ machine, pid, since }: Pick<Holder, 'machine' | 'pid' | 'since'>): string {
  return `process ${pid} of ${machine}, since ${since}`;
}
