import type { ChildProcess } from 'node:child_process';
import { atEnd } from './atEnd.ts';

/** Ends a process together with this one. */
export function endedWithUs(child: ChildProcess): void {
  child.once(
    'exit',
    atEnd(() => child.kill('SIGKILL')),
  );
}
