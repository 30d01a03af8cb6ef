import { readFileSync } from 'node:fs';

export interface ProcessUse {
  /** User and system time of all its threads so far. Linux counts in hundredths of a second. */
  readonly cpuMs: number;
  readonly residentMb: number;
  /** Its own memory, and its share of what it has in common with others. */
  readonly ownMb: number;
}

/** What Linux says of a process that runs. */
export function processUse(pid: number): ProcessUse {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  const memory = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const mb = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(memory)![1]) / 1024;
  return { cpuMs: 10 * (Number(fields[11]) + Number(fields[12])), residentMb: mb('Rss'), ownMb: mb('Pss') };
}
