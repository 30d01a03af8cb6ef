import { resolve } from 'node:path';
import type { Secret } from '../base/secret.ts';
import { type Environment, resolveSecret } from './secrets.ts';

/** A NATS server, and the stream of it that carries a market. */
export interface FeedServer {
  readonly host: string;
  readonly port: number;
  /** The name of the stream, which its subjects begin with. */
  readonly stream: string;
  /** Undefined where the server lets everybody in, or asks for a token. */
  readonly user: string | undefined;
  /** The password of the user, or the token where there is none. */
  readonly password: Secret | undefined;
  readonly isTls: boolean;
  /** The file with the certificate of who has signed the server's. Undefined for the authorities that this machine trusts. */
  readonly authority: string | undefined;
  /** The field that names it, for messages. */
  readonly setting: FeedSetting;
  /** For people: without the password. */
  readonly shown: string;
}

export type FeedSetting = 'record.publish' | 'venue.feed';

/** An address, and what stands where a password does. */
interface FeedAddress {
  readonly server: FeedServer;
  /** `${env:NAME}` or `${file:PATH}`. */
  readonly reference: string | undefined;
}

const CREDENTIALS = /^((?:nats|tls):\/\/)(?:([^\s/@:$]+):)?(\$\{(?:env|file):[^}\s]+\})@/;
const NAME = /^[A-Za-z0-9_-]{1,60}$/;
/** Under subjects that begin with this a server gives on what its streams have stored. No stream can have this name, since it would take that in. */
export const LIVE = '_live';
const PORT = 4222;
const STREAM = 'sluice';

/**
 * Reads `nats://user:${env:NAME}@host:port/stream`, with a token `nats://${env:NAME}@host`, over TLS `tls://host?ca=PATH`. Undefined for
 * anything else, and for a password or a token in the clear.
 */
export function feedAddress(text: string, setting: FeedSetting): FeedAddress | undefined {
  const [, , user, reference] = CREDENTIALS.exec(text) ?? [];
  const plain = text.replace(CREDENTIALS, '$1');
  const url = URL.canParse(plain) ? new URL(plain) : undefined;
  if (url === undefined || !/^(?:nats|tls):$/.test(url.protocol) || url.hostname === '' || url.hash !== '') return undefined;
  // A name alone could be a token in the clear.
  if (url.username !== '' || url.password !== '' || (user !== undefined && !NAME.test(user))) return undefined;
  const stream = url.pathname.replace(/^\//, '') || STREAM;
  const isTls = url.protocol === 'tls:';
  const named = [...url.searchParams.keys()];
  if (!NAME.test(stream) || stream === LIVE || named.some((name) => name !== 'ca') || (named.length > 0 && !isTls)) return undefined;
  const server: FeedServer = {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? PORT : Number(url.port),
    stream,
    user,
    password: undefined,
    isTls,
    authority: url.searchParams.get('ca') ?? undefined,
    setting,
    shown: `${url.protocol}//${user === undefined ? '' : `${user}@`}${url.hostname}${url.port === '' ? '' : `:${url.port}`}/${stream}`,
  };
  return { server, reference };
}

/** The server of an address, with the reference to its password followed. Undefined for what is no address; a text that says what is wrong with the reference. */
export function resolveFeed(text: string, setting: FeedSetting, env: Environment, directory: string): FeedServer | string | undefined {
  const address = feedAddress(text, setting);
  if (address === undefined) return undefined;
  const { server, reference } = address;
  const authority = server.authority === undefined ? undefined : resolve(directory, server.authority);
  if (reference === undefined) return { ...server, authority };
  const found = resolveSecret(reference, env, directory);
  return typeof found === 'string' ? found : { ...server, authority, password: found.secret };
}
