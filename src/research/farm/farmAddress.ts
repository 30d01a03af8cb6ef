import { Fault } from '../../base/fault.ts';
import { Secret } from '../../base/secret.ts';

/** Where the Redis of a farm is. */
export interface FarmAddress {
  /** With user and password: only for the code that connects. */
  revealUrl(): string;
  /** For people: the password is masked. */
  readonly shown: string;
}

/** A password here is not seen in a list of processes. */
export const PASSWORD_VARIABLE = 'SLUICE_QUEUE_PASSWORD';

/** Reads `redis://user:password@host:port/number`, or `rediss://` for TLS. Throws a `Fault` `usage` without the password. */
export function farmAddress(text: string, env: Readonly<Record<string, string | undefined>>): FarmAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^rediss?:$/.test(url.protocol) || url.hostname === '' || !/^(?:\/\d{0,4})?$/.test(url.pathname)) {
    throw new Fault('usage', `--queue: expected an address like redis://10.0.0.5:6379, not ${maskedText(text)}`, {
      suggestion: `name the Redis that the machines share; a password may be in ${PASSWORD_VARIABLE}`,
    });
  }
  const password = env[PASSWORD_VARIABLE];
  if (url.password === '' && password !== undefined && password !== '') url.password = encodeURIComponent(password);
  // So no output shows it, in whatever text of a library it comes back.
  if (url.password !== '') rememberPassword(url.password);
  return { revealUrl: () => url.href, shown: maskedUrl(url) };
}

function rememberPassword(password: string): void {
  for (const form of new Set([password, decodeURIComponent(password)])) new Secret(form).toString();
}

function maskedUrl({ protocol, username, password, host, pathname }: URL): string {
  const credentials = username === '' && password === '' ? '' : `${username}${password === '' ? '' : ':***'}@`;
  return `${protocol}//${credentials}${host}${pathname === '/' ? '' : pathname}`;
}

/** Everything up to the last `@` of something that is no address may be a password. */
function maskedText(text: string): string {
  const at = text.lastIndexOf('@');
  return at < 0 ? text : `***${text.slice(at)}`;
}
