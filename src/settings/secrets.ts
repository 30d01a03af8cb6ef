import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Secret } from '../base/secret.ts';

/** A secret and where it came from, which messages need to say what is wrong with it. */
export interface ResolvedSecret {
  readonly secret: Secret;
  /** `env NAME` or `file PATH`. */
  readonly origin: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

const MAX_SECRET_BYTES = 16_384;

/**
 * Follows `${env:NAME}` or `${file:PATH}` (relative to `directory`). Returns the secret, or a text that says what is wrong and
 * never holds the secret.
 */
export function resolveSecret(reference: string, env: Environment, directory: string): ResolvedSecret | string {
  const [, from, name] = /^\$\{(env|file):(.+)\}$/.exec(reference) ?? [];
  if (name === undefined) return 'this is not a reference';
  return from === 'env' ? secretFromEnvironment(name, env) : secretFromFile(resolve(directory, name), name, env);
}

export function secretFromEnvironment(name: string, env: Environment): ResolvedSecret | string {
  if (!/^[A-Za-z_]\w{0,99}$/.test(name)) return 'this is not the name of an environment variable, like ${env:SLUICE_KEY}';
  // A name that every object knows, like `constructor`, is no variable.
  const value = Object.hasOwn(env, name) ? env[name] : undefined;
  if (value === undefined) return `the environment variable ${name} is not set`;
  return checked(value, `env ${name}`, `the environment variable ${name}`);
}

/**
 * The bits of a mode that a file with a secret may not have. In the folder that systemd gives to one service (`LoadCredential=`) nobody
 * else can read, and the group's bit there shows only that the service's user is on the file's access list.
 */
function forbiddenBits(path: string, env: Environment): number {
  const given = env['CREDENTIALS_DIRECTORY'] ?? '';
  return given !== '' && dirname(path) === resolve(given) ? 0o037 : 0o077;
}

function secretFromFile(path: string, name: string, env: Environment): ResolvedSecret | string {
  let file: number | undefined;
  try {
    // All checks and reads use the open file, so that what was checked is what is read. It is opened without blocking, so that a
    // pipe can't hold us up.
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const stat = fstatSync(file);
    if (!stat.isFile()) return `${name} is not a file`;
    if ((stat.mode & forbiddenBits(path, env)) !== 0)
      return `the file ${name} can be used by others than its owner; run: chmod 600 ${name}`;
    if (stat.size > MAX_SECRET_BYTES) return `the file ${name} is larger than ${MAX_SECRET_BYTES} bytes`;
    return checked(readFileSync(file, 'utf8'), `file ${name}`, `the file ${name}`);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    return `the file ${name} ${CANNOT[code] ?? `cannot be read (${code})`}`;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

const CANNOT: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'cannot be read by this user',
  ELOOP: 'is a symbolic link; name the file that it points to',
};

function checked(value: string, origin: string, what: string): ResolvedSecret | string {
  const text = value.trim();
  if (text === '') return `${what} is empty`;
  // A line break or a control character would travel into a request header.
  if (!/^[\u0020-\u007e]+$/.test(text)) return `${what} holds more than one line, or characters that no key has`;
  return { secret: new Secret(text), origin };
}
