import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { diskFault } from '../../base/diskFault.ts';
import { Fault } from '../../base/fault.ts';
import { type Instant, instantOf, isoOf } from '../../base/instant.ts';
import { type KeptSession, MOST_SESSIONS, READ_ONLY_MS } from './doorkeeper.ts';

/** The sessions of one life for the next. */
export interface SessionFile {
  /** Cookies are named for the port. */
  readonly port: number;
  readonly sessions: readonly KeptSession[];
}

const VERSION = 1;
const MOST_BYTES = 64 * 1024;
const OTHERS = 0o077;
/** So far may the clock have been set back since the file was written. Beyond that nobody can tell how long ago that was. */
const MOST_AHEAD_MS = 5 * 60_000;

const time = z.string().transform((written, context): Instant => {
  const at = instantOf(written);
  if (at !== undefined) return at;
  context.addIssue({ code: 'custom', message: 'expected an ISO 8601 UTC time' });
  return z.NEVER;
});

const form = z.strictObject({
  version: z.literal(VERSION),
  port: z.int().min(1).max(65_535),
  writtenAt: time,
  sessions: z.array(z.strictObject({ digest: z.string().regex(/^[0-9a-f]{64}$/), expiresAt: time })).max(MOST_SESSIONS),
});

/** `now` is what the machine's clock says, which is all that two lives have in common. */
export function sessionFileText({ port, sessions }: SessionFile, now: Instant): string {
  const rows = sessions.map(({ digest, leftMs }) => ({ digest: digest.toString('hex'), expiresAt: isoOf(now + Math.floor(leftMs)) }));
  return `${JSON.stringify({ version: VERSION, port, writtenAt: isoOf(now), sessions: rows }, undefined, 2)}\n`;
}

/**
 * What the file says, as of now. Undefined where there is none. Throws a `Fault` that says why where it is not as we write it: who could
 * write such a file himself could come in.
 */
export function readSessionFile(path: string, now: Instant): SessionFile | undefined {
  const text = textOf(path);
  if (text === undefined) return undefined;
  const { port, writtenAt, sessions } = parsed(text, path);
  if (writtenAt > now + MOST_AHEAD_MS)
    throw refused(path, `it was written at ${isoOf(writtenAt)}, and the clock says ${isoOf(now)}: how long ago that was, nobody knows`);
  // A clock that was set back makes none of them younger than it was.
  const at = Math.max(now, writtenAt);
  for (const { expiresAt } of sessions)
    if (expiresAt < writtenAt || expiresAt > writtenAt + READ_ONLY_MS)
      throw refused(path, 'it has a session with times that none of ours has');
  return { port, sessions: sessions.map(({ digest, expiresAt }) => ({ digest: Buffer.from(digest, 'hex'), leftMs: expiresAt - at })) };
}

function textOf(path: string): string | undefined {
  let file: number | undefined;
  try {
    // What was checked is what is read, and a pipe can't hold us up.
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const { mode, uid, size } = fstatSync(file);
    const self = process.getuid?.();
    if ((mode & constants.S_IFMT) !== constants.S_IFREG) throw refused(path, 'it is no file');
    if (self !== undefined && uid !== self) throw refused(path, `it belongs to another user (id ${uid})`);
    if ((mode & OTHERS) !== 0) throw refused(path, `others may use it (mode ${(mode & 0o7777).toString(8)})`);
    if (size > MOST_BYTES) throw refused(path, `it has ${size} bytes, expected at most ${MOST_BYTES}`);
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    if (code === 'ELOOP') throw refused(path, 'it is a symbolic link');
    throw diskFault(`the sessions ${path} could not be read`, error);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function parsed(text: string, path: string): z.output<typeof form> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refused(path, 'it is damaged');
  }
  const { version } = (value ?? {}) as { readonly version?: unknown };
  if (typeof version === 'number' && version > VERSION)
    throw refused(path, `it is of version ${version}, and this sluice reads up to ${VERSION}`);
  const { success, data, error } = form.safeParse(value);
  if (success) return data;
  const [issue] = error.issues;
  throw refused(path, `${issue!.path.join('.') || 'the file'}: ${issue!.message}`);
}

function refused(path: string, why: string): Fault {
  return new Fault('store', `the sessions ${path} are not taken: ${why}`);
}
