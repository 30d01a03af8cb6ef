import { readFileSync } from 'node:fs';

/**
 * What tells the life of a process from a later one with the same number: when it began, and since which start of the machine. Undefined where
 * it has ended, and where the system does not say (anywhere but on Linux).
 */
export function processLife(pid: number): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const facts = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program stands in brackets, and may have both in it. Behind it, the twentieth is when it began (proc_pid_stat).
    const began = facts.slice(facts.lastIndexOf(')') + 2).split(' ')[19];
    return began === undefined ? undefined : `${boot} ${began}`;
  } catch {
    return undefined;
  }
}
