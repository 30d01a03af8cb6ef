import { statSync } from 'node:fs';
import { Fault } from '../base/fault.ts';

/**
 * Refuses a socket or folder that another user has made, since its owner could answer in the daemon's place or read what it is
 * told. What the system owns is trusted, and its administrator may use everybody's.
 */
export function assertOwned(path: string): void {
  const self = process.getuid?.();
  const { uid } = statSync(path);
  if (self === undefined || self === 0 || uid === self || uid === 0) return;
  throw new Fault('configuration', `${path} belongs to another user (id ${uid})`, {
    suggestion: 'use a --state directory of your own, or set control.socket',
  });
}
