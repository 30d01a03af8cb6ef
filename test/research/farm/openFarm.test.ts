import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { isFault } from '../../../src/base/fault.ts';
import { farmAddress } from '../../../src/research/farm/farmAddress.ts';
import { farmFault, isFarmTrouble } from '../../../src/research/farm/farmFault.ts';
import { openFarm } from '../../../src/research/farm/openFarm.ts';

const PACE = { lockMs: 1000, stalledEveryMs: 1000, answerMs: 200 };
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** Something that speaks as much of Redis as is looked at when it is opened. Undefined is no answer. */
async function redisSaying(answer: (command: string) => string | undefined): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (bytes: Buffer) => {
      for (const command of String(bytes)
        .toLowerCase()
        .match(/\*\d+\r\n(?:\$\d+\r\n[^*]*)+/g) ?? []) {
        const said = answer(command);
        if (said !== undefined) socket.write(said);
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  return `redis://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const info = (text: string) => (command: string) =>
  command.includes('info') && !command.includes('setinfo') ? `$${text.length}\r\n${text}\r\n` : '+OK\r\n';

const refusal = async (url: string): Promise<readonly (string | undefined)[]> => {
  try {
    (await openFarm(farmAddress(url, {}), PACE)).close();
    return ['opened'];
  } catch (error) {
    return isFault(error) ? [error.code, error.message.replace(/\d{4,5}/, 'PORT'), error.suggestion] : [String(error)];
  }
};

describe('openFarm', () => {
  it('says that there is none', { tags: 'long' }, async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    expect(await refusal(`redis://127.0.0.1:${port}`)).toEqual([
      'network',
      "the Redis at redis://127.0.0.1:PORT can't be used: nothing listens there",
      'start one (Debian: apt-get install redis-server), or correct --queue',
    ]);
  });

  it('says that it is too old, and which version is needed', { tags: 'long' }, async () => {
    expect(await refusal(await redisSaying(info('redis_version:5.0.14\r\n')))).toEqual([
      'configuration',
      'the Redis at redis://127.0.0.1:PORT is of version 5.0.14; the queue needs 6.2 or later',
      'install a later one, or name another in --queue',
    ]);
  });

  it('says that it does not take the password', async () => {
    const [code, message] = await refusal(await redisSaying(() => '-NOAUTH Authentication required.\r\n'));
    expect([code, message]).toEqual(['unauthorized', expect.stringContaining('does not take this user and password') as unknown]);
  });

  it('says that it does not answer', { tags: 'long' }, async () => {
    const [code, message] = await refusal(await redisSaying(() => undefined));
    expect([code, message]).toEqual(['timeout', expect.stringContaining('it has not answered in time') as unknown]);
  });

  it('warns of one that throws data away', async () => {
    const farm = await openFarm(farmAddress(await redisSaying(info('redis_version:7.0.15\r\nmaxmemory_policy:allkeys-lru\r\n')), {}), PACE);
    farm.close();
    expect(farm.notes).toEqual([expect.stringContaining('set maxmemory-policy noeviction') as unknown]);
  });
});

describe('farmFault', () => {
  it.each([
    ['OOM command not allowed when used memory > maxmemory', 'store', 'it is full'],
    ['MISCONF Redis is configured to save RDB snapshots', 'store', 'it takes no writes'],
    ["READONLY You can't write against a read only replica.", 'store', 'it is a replica'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'network', 'another name or address'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'network', 'no TLS at this port'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'network', 'signed its certificate'],
    ['LOADING Redis is loading the dataset in memory', 'network', 'still reading'],
    ['Command timed out', 'timeout', 'not answered in time'],
    ['getaddrinfo ENOTFOUND nowhere', 'network', 'name of that machine'],
    ['something else', 'network', 'something else'],
  ])('tells %s', (text, code, said) => {
    const fault = farmFault('redis://h', new Error(text));
    expect([fault.code, fault.message]).toEqual([code, expect.stringContaining(said) as unknown]);
    expect(fault.suggestion).toBeDefined();
  });

  it('knows what is about Redis', () => {
    expect([new Error('Connection is closed.'), new Error('OOM command'), new TypeError('x is undefined')].map(isFarmTrouble)).toEqual([
      true,
      true,
      false,
    ]);
  });
});
