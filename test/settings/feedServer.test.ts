import { describe, expect, it } from 'vitest';
import { feedAddress, resolveFeed } from '../../src/settings/feedServer.ts';

const addressOf = (text: string) => feedAddress(text, 'venue.feed');

describe('the address of a stream', () => {
  it('names server, stream and user, and says where the password is kept', () => {
    const { server, reference } = addressOf('nats://sluice:${env:FEED_PASSWORD}@10.0.0.5:4333/books')!;
    expect(server).toMatchObject({ host: '10.0.0.5', port: 4333, stream: 'books', user: 'sluice', isTls: false, setting: 'venue.feed' });
    expect([server.shown, reference]).toEqual(['nats://sluice@10.0.0.5:4333/books', '${env:FEED_PASSWORD}']);
  });

  it.each([
    ['nats://127.0.0.1', '127.0.0.1', 4222, 'sluice', false],
    ['nats://[::1]:4223/', '::1', 4223, 'sluice', false],
    ['tls://nats.example.com/btc?ca=/etc/ca.pem', 'nats.example.com', 4222, 'btc', true],
  ])('%s', (text, host, port, stream, isTls) => {
    expect(addressOf(text)).toMatchObject({ server: { host, port, stream, isTls }, reference: undefined });
  });

  it('takes a token in place of a user, and follows the reference', () => {
    const server = resolveFeed('nats://${env:TOKEN}@10.0.0.5', 'venue.feed', { TOKEN: 'a-token-of-ours' }, '/');
    expect(server).toMatchObject({ user: undefined, shown: 'nats://10.0.0.5/sluice' });
    expect(JSON.stringify(server)).not.toContain('a-token-of-ours');
    expect(resolveFeed('nats://${env:TOKEN}@10.0.0.5', 'venue.feed', {}, '/')).toBe('the environment variable TOKEN is not set');
  });

  it.each([
    'nats://sluice:hunter2@10.0.0.5',
    'nats://hunter2@10.0.0.5',
    'nats://10.0.0.5/a.b',
    'nats://10.0.0.5/a/b',
    'nats://10.0.0.5?ca=./ca.pem',
    'tls://10.0.0.5?cert=./ca.pem',
    'nats://',
    'http://10.0.0.5',
    '10.0.0.5:4222',
  ])('%s is none', (text) => {
    expect(addressOf(text)).toBeUndefined();
  });
});
