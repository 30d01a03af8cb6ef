import { Hono } from 'hono';
import { Fault } from '../base/fault.ts';
import { controlReply, faultsToReplies } from './controlReply.ts';
import { controlRows } from './contract/controlRows.ts';
import { type ControlServer, serveOn } from './serveOn.ts';

/** A daemon that waits until nobody else owns its account. */
export interface StandbyReport {
  readonly state: 'standing-by';
  readonly pid: number;
  /** The account, as its database is called. */
  readonly account: string;
  /** Its configuration, which names the store. Undefined where the environment alone does. */
  readonly config?: string | undefined;
  /** Since when, ISO 8601. */
  readonly since: string;
  /** Who has the account, or why it can't be taken. */
  readonly why: string;
}

/** Only a daemon that stands by has it. */
export const STANDBY_PATH = '/standby';

/** Answers status and stop for as long as a daemon stands by; everything else is for the owner. Rejects as `serveOn` does. */
export function serveStandby(report: () => StandbyReport, onStop: () => void, socket: string): Promise<ControlServer> {
  const app = new Hono();
  faultsToReplies(app, 'the daemon that stands by');
  app.get(STANDBY_PATH, (context) => controlReply(context, report()));
  app.post(controlRows['daemon.stop'].path, (context) => {
    onStop();
    return controlReply(context, {});
  });
  app.all('*', () => {
    throw standsBy(report());
  });
  return serveOn(app, socket);
}

export function standbyText({ account, since, why }: StandbyReport): string {
  return `standing by for ${account} since ${since}: ${why}`;
}

/** What is asked of a daemon that has no account yet. */
export function standsBy(report: StandbyReport): Fault {
  return new Fault('daemon-running', `the daemon here is ${standbyText(report)}`, {
    suggestion:
      'type it on the machine of the owner; `sluice kill` and `sluice reduce` reach the owner from here too, and `sluice stop` ends this one',
  });
}
