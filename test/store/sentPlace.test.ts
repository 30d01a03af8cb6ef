import { serialize, deserialize } from 'node:v8';
import { expect, it } from 'vitest';
import { Secret } from '../../src/base/secret.ts';
import { storeAddress } from '../../src/settings/storeServer.ts';
import { receivedPlace, type SentPlace, sentPlace } from '../../src/store/sentPlace.ts';

const server = storeAddress('postgres://sluice@127.0.0.1:5432/books')!.server;

it('a place comes through a channel with its password, which no output shows', () => {
  const place = { path: '/state/account-1.sqlite', server: { ...server, password: new Secret('hunter2hunter2') } };
  const { path, server: received } = receivedPlace(deserialize(serialize(sentPlace(place))) as SentPlace);
  expect(path).toBe(place.path);
  expect(received?.password?.reveal()).toBe('hunter2hunter2');
  expect(JSON.stringify(received)).not.toContain('hunter2');
  expect(received?.shown).toBe(server.shown);
});

it.each([
  ['a file', { path: '/state/account-1.sqlite', server: undefined }],
  ['a server that asks for no password', { path: '/state/account-1.sqlite', server }],
])('%s comes through as it is', (_, place) => {
  expect(receivedPlace(deserialize(serialize(sentPlace(place))) as SentPlace)).toEqual(place);
});
