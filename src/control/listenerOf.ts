import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** The flag of a socket that others can connect to. */
const LISTENS = 0x10000;

/** The number of the process of this user that listens on a unix socket. Undefined where the system does not tell: only Linux does. */
export function listenerOf(socket: string): number | undefined {
  const wanted = inodesOf(socket).map((inode) => `socket:[${inode}]`);
  if (wanted.length === 0) return undefined;
  const pids = unlessAway(() => readdirSync('/proc'))?.filter((name) => /^\d+$/.test(name)) ?? [];
  const found = pids.find((pid) => {
    const files = unlessAway(() => readdirSync(`/proc/${pid}/fd`)) ?? [];
    return files.some((file) => wanted.includes(unlessAway(() => readlinkSync(`/proc/${pid}/fd/${file}`)) ?? ''));
  });
  return found === undefined ? undefined : Number(found);
}

/** A line is `Num RefCount Protocol Flags Type St Inode Path`. */
function inodesOf(socket: string): readonly string[] {
  const lines = unlessAway(() => readFileSync('/proc/net/unix', 'utf8').split('\n')) ?? [];
  return lines.flatMap((line) => {
    const [, flags = '', inode = '', path] = /^\S+: \S+ \S+ (\S+) \S+ \S+ +(\d+) (.*)$/.exec(line) ?? [];
    return path === socket && (Number.parseInt(flags, 16) & LISTENS) !== 0 ? [inode] : [];
  });
}

/** A process may have ended, or be another user's. */
function unlessAway<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
