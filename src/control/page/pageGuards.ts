import type { ControlRow } from '../contract/controlRows.ts';
import type { PageSession } from './doorkeeper.ts';

/** A request to the dashboard's address, as the guards look at it before anything is done. */
export interface Asked {
  readonly method: string;
  /** Path and query, as they were sent. */
  readonly target: string;
  /** A header that was sent twice is both with a comma between them. */
  readonly header: (name: string) => string | undefined;
  /** Where we are reached: `http://127.0.0.1:4780`. */
  readonly origins: ReadonlySet<string>;
  readonly cookieName: string;
  /** The row that the path belongs to. */
  readonly row: Pick<ControlRow, 'method' | 'effect'> | undefined;
  /** Whether it needs a session. */
  readonly isPrivate: boolean;
  readonly session: PageSession | undefined;
}

/** Why a request is refused, with the status that says so. */
export interface PageRefusal {
  readonly status: 400 | 401 | 403 | 405 | 413 | 415 | 421;
  readonly message: string;
}

export interface PageGuard {
  readonly name: string;
  readonly refuses: (asked: Asked) => PageRefusal | undefined;
}

const MOST_TARGET = 2048;
/** None of our own requests is longer. */
export const MOST_BODY_BYTES = 64 * 1024;

/**
 * What a request must hold to be answered, in the order in which it is looked at. Each guard keeps out what no other does; the tests take
 * each away and see the attack succeed.
 */
export const PAGE_GUARDS: readonly PageGuard[] = [
  guard(
    'method',
    ({ method }) => !['GET', 'HEAD', 'POST'].includes(method) && { status: 405, message: 'only GET, HEAD and POST are served' },
  ),
  // The page of a stranger can give this address a name of its own (DNS rebinding). Its requests carry that name.
  guard(
    'host',
    (asked) => !hostsOf(asked.origins).has(asked.header('host') ?? '') && { status: 421, message: 'this address is not served here' },
  ),
  guard('target', ({ target }) => !isPlainTarget(target) && { status: 400, message: 'the path is not one of ours' }),
  guard(
    'fetch site',
    (asked) =>
      !['same-origin', 'none', undefined].includes(asked.header('sec-fetch-site')) && { status: 403, message: 'another site asks' },
  ),
  guard('origin', (asked) => !hasOwnOrigin(asked) && { status: 403, message: 'another origin asks' }),
  // A form of another site can send texts and forms without asking first, and never JSON.
  guard(
    'json',
    (asked) =>
      asked.method === 'POST' &&
      !/^application\/json(?: *; *charset=utf-8)?$/i.test(asked.header('content-type') ?? '') && {
        status: 415,
        message: 'expected application/json',
      },
  ),
  guard(
    'length',
    (asked) =>
      Number(asked.header('content-length') ?? 0) > MOST_BODY_BYTES && {
        status: 413,
        message: `expected at most ${MOST_BODY_BYTES} bytes`,
      },
  ),
  guard(
    'no body',
    (asked) =>
      asked.method !== 'POST' &&
      (asked.header('transfer-encoding') !== undefined || Number(asked.header('content-length') ?? 0) > 0) && {
        status: 400,
        message: 'a read has no body',
      },
  ),
  // Another program on this machine can set a cookie of the same name for the same host.
  guard('one cookie', (asked) => cookiesOf(asked).length > 1 && { status: 400, message: 'one session is needed' }),
  guard(
    'row method',
    ({ row, method }) => row !== undefined && !isMethodOf(row, method) && { status: 405, message: `expected ${row.method}` },
  ),
  guard(
    'session',
    ({ isPrivate, session }) =>
      isPrivate && session === undefined && { status: 401, message: 'open the dashboard with a link of `sluice dashboard`' },
  ),
  guard(
    'rights',
    ({ row, session }) =>
      row?.effect === 'changes' && session?.isReadOnly === true && { status: 403, message: 'this session may look and change nothing' },
  ),
];

/** The values of our cookie. */
export function cookiesOf({ cookieName, header }: Pick<Asked, 'cookieName' | 'header'>): readonly string[] {
  return (header('cookie') ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${cookieName}=`))
    .map((part) => part.slice(cookieName.length + 1));
}

function guard(name: string, refuses: (asked: Asked) => PageRefusal | false): PageGuard {
  return { name, refuses: (asked) => refuses(asked) || undefined };
}

function hostsOf(origins: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(Array.from(origins, (origin) => new URL(origin).host));
}

/** Whoever changes something must say where it comes from, and it must be the very address that it asks. */
function hasOwnOrigin({ method, origins, header }: Asked): boolean {
  const origin = header('origin');
  if (origin === undefined) return method !== 'POST';
  return origins.has(origin) && new URL(origin).host === header('host');
}

/** Without anything that two readers could take for different paths. */
function isPlainTarget(target: string): boolean {
  const [path = ''] = target.split('?', 1);
  return (
    target.length <= MOST_TARGET && /^\/(?!\/)[\x21-\x7e]*$/.test(target) && !/\\|\/\/|(?:^|\/)\.{1,2}(?:\/|$)|%(?:2e|5c|00)/i.test(path)
  );
}

function isMethodOf({ method }: Pick<ControlRow, 'method'>, asked: string): boolean {
  return method === asked || (method === 'GET' && asked === 'HEAD');
}
