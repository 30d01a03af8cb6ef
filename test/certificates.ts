import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** The files of a server's certificate and of who has signed it. */
export interface Certificates {
  /** The certificate of the authority that has signed it. */
  readonly authority: string;
  /** The certificate of an authority that has signed nothing. */
  readonly stranger: string;
  readonly certificate: string;
  readonly key: string;
}

/** Makes an authority, another one, and a certificate for a server: `names` as openssl has them, for instance `IP:127.0.0.1`. */
export function makeCertificates(folder: string, names: string): Certificates {
  const file = (name: string): string => join(folder, name);
  for (const name of ['authority', 'stranger']) make(file(name), `/CN=${name} of a test`, ['-addext', 'keyUsage=critical,keyCertSign']);
  const signed = ['-CA', file('authority.pem'), '-CAkey', file('authority.key'), '-addext', `subjectAltName=${names}`];
  make(file('server'), '/CN=a server', signed);
  return { authority: file('authority.pem'), stranger: file('stranger.pem'), certificate: file('server.pem'), key: file('server.key') };
}

function make(path: string, subject: string, more: readonly string[]): void {
  const own = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2', '-subj', subject];
  const { status, stderr, error } = spawnSync('openssl', ['req', ...own, '-keyout', `${path}.key`, '-out', `${path}.pem`, ...more], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`openssl: ${error?.message ?? stderr}`);
}

/** Why tests that need certificates can't run here. Undefined when they can. */
export function opensslMissing(): string | undefined {
  const { error } = spawnSync('openssl', ['version']);
  return error === undefined ? undefined : 'there is no openssl (Debian: apt-get install openssl)';
}
