import { expect, test } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { isMissingRight, needsPerson, postgresAdvice } from '../../src/store/postgresAdvice.ts';
import { StoreAway } from '../../src/store/storeAway.ts';

const SERVER = { database: 'books', user: 'trader', authority: undefined };
const said = (code: string, message = 'x'): Error => Object.assign(new Error(message), { code, severity: 'ERROR' });
const way = (code: string | undefined, message = 'x'): Error => Object.assign(new Error(message), code === undefined ? {} : { code });
const advice = (error: unknown, over: Partial<typeof SERVER> | { authority: string } = {}): string =>
  postgresAdvice(error, { ...SERVER, ...over }) ?? '';

test.each([
  ['28000', 'hostssl books trader'],
  ['28P01', 'password of trader'],
  ['3D000', 'createdb --owner trader --encoding UTF8 --template template0 books'],
  ['42501', 'GRANT CREATE ON DATABASE "books" TO "trader"'],
  ['25006', 'SELECT pg_promote()'],
  ['53100', 'free space'],
  ['53200', 'memory'],
  ['53300', 'max_connections'],
  ['55P03', 'pg_stat_activity'],
  ['57014', 'too slow'],
  ['57P03', 'its log'],
  ['08006', 'check that the server runs'],
])('what the server says with %s has something to type: %s', (code, words) => {
  expect(advice(said(code))).toContain(words);
  expect(advice(new StoreAway(said(code)))).toContain(words);
});

test.each([
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'x', 'name the server in `store` as its certificate does'],
  ['CERT_HAS_EXPIRED', 'x', 'new certificate'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'x', '?sslrootcert=PATH'],
  ['', 'The server does not support SSL connections', 'ALTER SYSTEM SET ssl = on'],
  ['', 'SASL: no password', 'password of trader'],
])('the way there needs a person with %s (%s): %s', (code, message, words) => {
  expect(needsPerson(code, message)).toBe(true);
  expect(advice(way(code, message))).toContain(words);
});

test('a certificate that was named, and has not signed, is named again', () => {
  expect(advice(way('SELF_SIGNED_CERT_IN_CHAIN'), { authority: '/etc/ca.pem' })).toContain('/etc/ca.pem has not signed it');
});

test('what may pass by itself says to look at the server, and what nobody knows says nothing', () => {
  expect(needsPerson('ECONNREFUSED', 'connect ECONNREFUSED')).toBe(false);
  expect(advice(new StoreAway(way('ECONNREFUSED')))).toContain('check that the server runs');
  expect(advice(new StoreAway(way(undefined, 'no answer within 25 s')))).toContain('synchronous_standby_names');
  expect([postgresAdvice(way(undefined), SERVER), postgresAdvice(said('22003'), SERVER), postgresAdvice(undefined, SERVER)]).toEqual(
    Array.from({ length: 3 }, () => undefined),
  );
  expect(advice(new Fault('store', 'x', { suggestion: 'do this' }))).toBe('do this');
});

test('a missing right is one that the server names', () => {
  expect([said('42501'), said('42P01'), way('42501'), undefined].map(isMissingRight)).toEqual([true, false, false, false]);
});
