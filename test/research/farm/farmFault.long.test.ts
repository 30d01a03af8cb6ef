import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isFault } from '../../../src/base/fault.ts';
import { farmAddress } from '../../../src/research/farm/farmAddress.ts';
import { openFarm } from '../../../src/research/farm/openFarm.ts';
import { makeCertificates, opensslMissing } from '../../certificates.ts';
import { freePort } from '../../freePort.ts';
import { temporaryFolder } from '../../store/builders.ts';
import { until } from '../../until.ts';
import { redisMissing, RedisServer } from './redisServer.ts';

const servers: RedisServer[] = [];

beforeEach(({ skip }) => {
  const missing = redisMissing();
  if (missing !== undefined) skip(`NOT TESTED: ${missing}`);
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.remove();
});

async function started(...more: string[]): Promise<RedisServer> {
  const server = new RedisServer(...more);
  servers.push(server);
  return server.start();
}

async function refusal(url: string, env: Readonly<Record<string, string>> = {}): Promise<readonly string[]> {
  try {
    (await openFarm(farmAddress(url, env))).close();
    return ['opened'];
  } catch (error) {
    return isFault(error) ? [error.code, error.message, error.suggestion ?? ''] : [String(error)];
  }
}

const text = (part: string): unknown => expect.stringContaining(part);

describe('a Redis that can’t be used says which one it is, what is wrong and what to do', () => {
  it('a password that is wrong, or missing, or a user without the rights', async () => {
    const { url } = await started('--requirepass', 'right-password');
    const said = [
      'unauthorized',
      `the Redis at ${url} can't be used: it does not take this user and password`,
      text('SLUICE_QUEUE_PASSWORD'),
    ];
    expect(await refusal(url)).toEqual(said);
    const wrong = await refusal(url, { SLUICE_QUEUE_PASSWORD: 'wr-0ng' });
    expect(wrong).toEqual([said[0], text('it does not take this user and password'), said[2]]);
    expect(wrong.join()).not.toContain('wr-0ng');
    expect(await refusal(url, { SLUICE_QUEUE_PASSWORD: 'right-password' })).toEqual(['opened']);
    const weak = await started('--user', 'weak', 'on', '>right-password', '~*', '+ping');
    const withUser = weak.url.replace('//', '//weak@');
    expect((await refusal(withUser, { SLUICE_QUEUE_PASSWORD: 'right-password' }))[0]).toBe('unauthorized');
  });

  it('TLS: another authority, another name, none on one side', async ({ skip }) => {
    const noOpenssl = opensslMissing();
    if (noOpenssl !== undefined) skip(`NOT TESTED: ${noOpenssl}`);
    const folder = temporaryFolder();
    const { authority, certificate, key } = makeCertificates(folder.path, 'DNS:redis.example');
    const port = await freePort();
    const tls = ['--tls-port', String(port), '--tls-auth-clients', 'no', '--tls-ca-cert-file', authority];
    const { url } = await started(...tls, '--tls-cert-file', certificate, '--tls-key-file', key);
    expect(await refusal(`rediss://127.0.0.1:${port}`)).toEqual([
      'network',
      `the Redis at rediss://127.0.0.1:${port} can't be used: who has signed its certificate is not known here`,
      text('NODE_EXTRA_CA_CERTS=PATH'),
    ]);
    expect((await refusal(url.replace('redis:', 'rediss:')))[2]).toContain('rediss:// is not answered by one without TLS');
    const plain = await refusal(`redis://127.0.0.1:${port}`);
    expect([plain[0], plain[1]]).toEqual(['network', text('it has ended the connection')]);
    expect(plain[2]).toContain('rediss://');
    expect(await refusal(url)).toEqual(['opened']);
    folder.remove();
  });

  it('a replica, which takes no writes', async () => {
    const primary = await started();
    const replica = await started('--replicaof', '127.0.0.1', new URL(primary.url).port);
    expect(await refusal(replica.url)).toEqual([
      'store',
      `the Redis at ${replica.url} can't be used: it is a replica, which takes no writes`,
      'name the primary in --queue',
    ]);
  });

  it('one that is full is opened: it is waited for when something is put there', async () => {
    const { url } = await started('--maxmemory', '1', '--maxmemory-policy', 'noeviction');
    const farm = await openFarm(farmAddress(url, {}));
    const refused = await farm.redis.set('a', 'b').catch((error: unknown) => String(error));
    expect(refused).toContain('OOM');
    await farm.redis.config('SET', 'maxmemory', '0');
    await until(async () => (await farm.redis.set('a', 'b')) === 'OK');
    farm.close();
  });
});
