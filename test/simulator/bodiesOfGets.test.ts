import { request } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { signatureOf } from './signedRequests.ts';
import { type ServedVenue, serveVenue } from './servedVenue.ts';

const open: ServedVenue[] = [];

afterEach(async () => {
  for (const venue of open.splice(0)) await venue.close();
});

/** Sends a GET with a body, signed as a request with the body `signedBody`. */
async function statusOf(venue: ServedVenue, path: string, signedBody: string | undefined, prefix: 'SVC' | 'PROC'): Promise<number> {
  const { simulator, wallClock, url } = venue;
  const credentials = prefix === 'SVC' ? simulator.exchange : simulator.processing;
  const { key, secret } = credentials;
  const timestamp = String(wallClock.now());
  const body = '{"ask":1}';
  const headers = {
    [`${prefix}-API-KEY`]: key,
    [`${prefix}-API-SIGN`]: signatureOf(secret, timestamp, 'GET', path, signedBody ?? ''),
    [`${prefix}-API-TIMESTAMP`]: timestamp,
    'content-length': String(body.length),
  };
  return new Promise((resolve, reject) => {
    const sent = request(url + path, { method: 'GET', headers }, (response) => {
      response.resume();
      resolve(response.statusCode!);
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

test.each([
  ['SVC', '/v1/balances', '{"ask":1}', 200, 'covers the body that was sent (000 Authentication 4)'],
  ['SVC', '/v1/balances', undefined, 401, 'does not leave out the body that was sent (000 Authentication 5)'],
  ['PROC', '/v1/currencies', undefined, 200, 'has no content hash, whatever is sent (001 Authentication 4)'],
] as const)('the signature of a GET of %s %s with the hash of %s is answered by %i: it %s', async (prefix, path, body, status, _why) => {
  const venue = await serveVenue();
  open.push(venue);
  expect(await statusOf(venue, path, body, prefix)).toBe(status);
});
