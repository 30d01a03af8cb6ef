import { resolve } from 'node:path';
import { isLoopback } from '../base/loopback.ts';
import type { Secret } from '../base/secret.ts';
import { type Environment, resolveSecret } from './secrets.ts';

/** The Postgres that keeps the state. */
export interface StoreServer {
  /** A name or an address, or the folder of a unix socket. */
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  /** Undefined where the server lets this user in without one. */
  readonly password: Secret | undefined;
  /** The file with the certificate of who has signed the server's. Undefined for the authorities that this machine trusts. */
  readonly authority: string | undefined;
  /** Whether it is on this machine. Anywhere else it is spoken to over TLS only, and its certificate is verified. */
  readonly isLocal: boolean;
  /** For people: without the password. */
  readonly shown: string;
}

/** An address, and what stands where a password does. */
interface StoreAddress {
  readonly server: StoreServer;
  /** `${env:NAME}` or `${file:PATH}`. */
  readonly reference: string | undefined;
}

const PASSWORD = /^(postgres(?:ql)?:\/\/[^\s/@:]+):(\$\{(?:env|file):[^}\s]+\})(?=@)/;
const NAME = /^[\w-]{1,60}$/;

/**
 * Reads `postgres://user:${env:NAME}@host:port/database`, as libpq has it: `?host=/run/postgresql` names the folder of a unix socket, and
 * `?sslrootcert=PATH` a certificate. Undefined for anything else, and for a password in the clear.
 */
export function storeAddress(text: string): StoreAddress | undefined {
  const reference = PASSWORD.exec(text)?.[2];
  const plain = text.replace(PASSWORD, '$1');
  const url = URL.canParse(plain) ? new URL(plain) : undefined;
  if (url === undefined || !/^postgres(?:ql)?:$/.test(url.protocol) || url.password !== '' || url.hash !== '') return undefined;
  const { hostname, username, pathname, searchParams } = url;
  const database = pathname.slice(1);
  if (!NAME.test(database) || !NAME.test(username)) return undefined;
  if ([...searchParams.keys()].some((name) => name !== 'host' && name !== 'sslrootcert')) return undefined;
  const folder = searchParams.get('host') ?? undefined;
  if (folder === undefined ? hostname === '' : !folder.startsWith('/')) return undefined;
  const place = folder === undefined ? `${hostname}${url.port === '' ? '' : `:${url.port}`}` : folder;
  const server: StoreServer = {
    host: folder ?? hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? 5432 : Number(url.port),
    database,
    user: username,
    password: undefined,
    authority: searchParams.get('sslrootcert') ?? undefined,
    isLocal: folder !== undefined || isLoopback(hostname),
    shown: `postgres://${username}@${place}/${database}`,
  };
  return { server, reference };
}

/** The server of an address, with the reference to its password followed. Undefined for what is no address; a text that says what is wrong with the reference. */
export function resolveStore(text: string, env: Environment, directory: string): StoreServer | string | undefined {
  const address = storeAddress(text);
  if (address === undefined) return undefined;
  const { server, reference } = address;
  const authority = server.authority === undefined ? undefined : resolve(directory, server.authority);
  if (reference === undefined) return { ...server, authority };
  const found = resolveSecret(reference, env, directory);
  return typeof found === 'string' ? found : { ...server, authority, password: found.secret };
}
