import { isFault, messageOf } from '../base/fault.ts';
import type { StoreServer } from '../settings/storeServer.ts';
import { StoreAway } from './storeAway.ts';

type Server = Pick<StoreServer, 'database' | 'user' | 'authority'>;

/** By code, or by the class of codes that its first two letters are. */
const BY_CODE: Readonly<Record<string, (server: Server) => string>> = {
  '08': () => 'check that the server runs and that this machine reaches it',
  '28000': ({ database, user }) =>
    `let the user in: add \`hostssl ${database} ${user} ADDRESS/32 scram-sha-256\` with this machine's address to pg_hba.conf there, then ` +
    `\`SELECT pg_reload_conf()\`. If there is no such user: \`sudo -u postgres createuser --pwprompt ${user}\``,
  '28P01': ({ user }) =>
    `name the password of ${user} in \`store\` with \${env:NAME} or \${file:PATH}. For a new one: \`sudo -u postgres psql -c '\\password ${user}'\` there`,
  '3D': ({ database, user }) =>
    `make it there: \`sudo -u postgres createdb --owner ${user} --encoding UTF8 --template template0 ${database}\`. Or name another database in \`store\``,
  '42501': ({ database, user }) =>
    `give the right in psql, as the owner of the database: \`GRANT CREATE ON DATABASE "${database}" TO "${user}"\`. ` +
    `Where the tables are another user's: \`REASSIGN OWNED BY thatuser TO "${user}"\``,
  '25006': () =>
    'name the server that takes changes in `store`. If this one is to: `SELECT pg_promote()` on a standby, else `ALTER SYSTEM RESET default_transaction_read_only` ' +
    'and `SELECT pg_reload_conf()` there',
  '53100': () => 'free space on the disk of the server: nothing is sent until then, and what was committed is still there',
  '53200': () => 'the server has no memory left: end what uses it there, or give it more',
  '53300': () => 'the server has no connection left: raise max_connections there, or end what holds them; a daemon needs two',
  '55P03': () => "somebody holds the tables: `SELECT pid, query FROM pg_stat_activity WHERE state <> 'idle'` there says who",
  '57014': () => 'the server is too slow: `SELECT pid, state, wait_event, query FROM pg_stat_activity` there says at what it works',
  '57P03': () => 'it is starting, stopping or recovering; if that lasts, its log says why',
};

const AWAY = 'check that the server runs and that this machine reaches it: nothing is sent without it';

const SILENT =
  'check that it is a Postgres, that it runs and is not overloaded, and that this machine reaches it. A standby that synchronous_standby_names names and that ' +
  'is away holds up each commit. Nothing is sent without an answer';

/** What a person can do about an error of a Postgres, or of the way to it. Undefined where that is not known. */
export function postgresAdvice(error: unknown, server: Server): string | undefined {
  const cause = error instanceof StoreAway ? error.cause : error;
  if (isFault(cause)) return cause.suggestion;
  const { code = '', severity } = (cause ?? {}) as { readonly code?: string; readonly severity?: string };
  if (severity !== undefined) return (BY_CODE[code] ?? BY_CODE[code.slice(0, 2)])?.(server);
  return wayAdvice(code, messageOf(cause), server) ?? (error instanceof StoreAway ? AWAY : undefined);
}

/** Whether an error that has no code of the server will be the same until a person has done something: TLS that is off or not trusted, no password. */
export function needsPerson(code: string, message: string): boolean {
  return /CERT|SIGNE|ALTNAME|VERIFY|SSL|TLS/.test(code) || message.includes('does not support SSL') || message.startsWith('SASL: ');
}

/** Whether the user may not do what was asked for. */
export function isMissingRight(error: unknown): boolean {
  const { code, severity } = (error ?? {}) as { readonly code?: string; readonly severity?: string };
  return severity !== undefined && code === '42501';
}

function wayAdvice(code: string, message: string, server: Server): string | undefined {
  if (message.startsWith('no answer')) return SILENT;
  if (!needsPerson(code, message)) return undefined;
  if (message.startsWith('SASL: ')) return BY_CODE['28P01']!(server);
  if (message.includes('does not support SSL')) {
    return 'turn TLS on there: `ALTER SYSTEM SET ssl = on`, with ssl_cert_file and ssl_key_file, then restart it. Without TLS only a server of this machine is spoken to';
  }
  if (code.includes('ALTNAME')) return 'name the server in `store` as its certificate does, or give it one for this name or address';
  if (code.includes('EXPIRED')) return 'give the server a new certificate (ssl_cert_file), then `SELECT pg_reload_conf()` there';
  const named = server.authority === undefined ? '' : `; ${server.authority} has not signed it`;
  return `name the certificate of who has signed the server's with \`?sslrootcert=PATH\` in \`store\`${named}. If it should be signed, somebody may stand in between`;
}
