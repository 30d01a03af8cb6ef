import type { RequestListener } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clockCheck } from '../../src/doctor/clockCheck.ts';
import { examine } from '../../src/doctor/examine.ts';
import { versionsCheck } from '../../src/doctor/versionsCheck.ts';
import { serveVenue } from '../cli/servedVenue.ts';
import { DoctorFolder } from './doctorFolder.ts';

let folder: DoctorFolder;
beforeEach(() => {
  folder = new DoctorFolder();
});
afterEach(() => folder.remove());

const WRONG_SECRET = 'd3Jvbmc=';
const accountAt = (url: string): Readonly<Record<string, string>> => ({
  SLUICE_EXCHANGE_URL: url,
  SLUICE_EXCHANGE_KEY: 'a-key-of-a-test',
  SLUICE_EXCHANGE_SECRET: WRONG_SECRET,
});

const venue = serveVenue('--port', '0');

describe('the clock', () => {
  it.each<[number, RegExp | undefined]>([
    [0, undefined],
    [300_000, /^look: the clock of this machine is .* behind that of 127\.0\.0\.1:\d+: signatures follow the venue/],
    [-300_000, /^look: the clock of this machine is .* ahead of that of 127\.0\.0\.1:\d+/],
    [7_200_000, /^bad: .* more than 1 h is not believed, and nothing is signed -> timedatectl/],
  ])('is compared with that of a venue which is %d ms ahead', async (aheadMs, words) => {
    const off = await folder.serve((_request, response) => {
      response.setHeader('date', new Date(Date.now() + aheadMs).toUTCString());
      response.writeHead(401).end();
    });
    const found = await folder.troubles('clock', { env: accountAt(off) });
    expect(found).toEqual(words === undefined ? [] : [expect.stringMatching(words)]);
  });

  it('agrees with that of the simulator', async () => {
    expect(await folder.troubles('clock', { env: venue.env() })).toEqual([]);
  });

  it('tells a venue that gives no answer, and one whose answers have no time', async () => {
    expect(await folder.troubles('clock', { env: accountAt('http://127.0.0.1:1') })).toEqual([
      expect.stringMatching(/^bad: 127\.0\.0\.1:1 gave no answer in 3 tries: .* -> curl -sI http:\/\/127\.0\.0\.1:1$/),
    ]);
    const timeless = await folder.serve((_request, response) => {
      response.sendDate = false;
      response.end('{}');
    });
    expect(await folder.troubles('clock', { env: accountAt(timeless) })).toEqual([
      expect.stringMatching(/^look: the answers of .* have no Date/),
    ]);
  });

  it('of a venue that hangs delays nothing else', async () => {
    const silent = await folder.serve(() => undefined);
    const context = await folder.context({ env: accountAt(silent) });
    const found = await examine([{ ...clockCheck, withinMs: 20 }, versionsCheck], context);
    expect(found.map(({ check, result }) => `${check} ${result}`)).toEqual(['clock look', 'versions ok', 'versions ok', 'versions ok']);
  });
});

describe('sizes', () => {
  const withSize = (size: string, more = ''): string =>
    `mode: demo\nstrategies:\n  m: { use: maker, symbol: SOL/EUR, budget: 500 EUR, params: { size: ${size} } }\n${more}`;

  it('that a pair refuses are named with the smallest that would do, in the demo and at a venue', { tags: 'long' }, async () => {
    const config = withSize(
      '0.001',
      '  e: { use: execute, symbol: BTC/EUR, budget: 500 EUR, params: { kind: iceberg, amount: 1, show: 0.00001 } }\n',
    );
    const wanted = [
      expect.stringMatching(
        /^bad: strategies\.m\.params\.size: 0\.001 is below the least amount 0\.01 of SOL\/EUR, .* the smallest that would do is 0\.01 ->/,
      ),
      expect.stringMatching(/^bad: strategies\.e\.params\.show: 0\.00001 is below the least amount/),
    ];
    expect(await folder.troubles('sizes', { config })).toEqual(wanted);
    expect(await folder.troubles('sizes', { config, env: venue.env() })).toEqual(wanted);
  });

  it('that are orders are fine, and strategies without a size are not looked at', async () => {
    expect(await folder.troubles('sizes', { config: withSize('1') })).toEqual([]);
    expect(await folder.look('sizes', { config: withSize('1') })).toMatchObject([
      { found: expect.stringMatching(/ are orders at a simulator like that of the demo$/) as string },
    ]);
    const [found] = await folder.look('sizes', { config: 'mode: demo\n' });
    expect(found).toMatchObject({ result: 'ok', found: 'no parameter of a strategy is the size of an order' });
  });
});

describe('keys', () => {
  it('that are right may read', async () => {
    const found = await folder.look('keys', { env: venue.env() });
    expect(found.map(({ result, found: text }) => `${result} ${text}`)).toEqual([
      expect.stringMatching(/^ok the key …\w{4} at 127\.0\.0\.1:\d+ may read balances, orders, trades, transactions; that it may trade/),
      expect.stringMatching(/^ok the key …\w{4} of payments at 127\.0\.0\.1:\d+ may read coins, payments, payouts; that it may pay out/),
      expect.stringMatching(/^ok the hosted page at 127\.0\.0\.1:\d+ is named/),
    ]);
  });

  it('that are wrong are told, each by its interface, without the key', async () => {
    const wrong = { ...venue.env(), SLUICE_EXCHANGE_SECRET: WRONG_SECRET, SLUICE_PROCESSING_SECRET: WRONG_SECRET };
    const found = await folder.troubles('keys', { env: wrong });
    expect(found).toEqual([
      expect.stringMatching(/^bad: the key …\w{4} at .* is not accepted: .* -> check key, secret/),
      expect.stringMatching(/^bad: the key …\w{4} of payments at .* is not accepted/),
    ]);
    expect(found.join()).not.toContain(venue.env()['SLUICE_EXCHANGE_KEY']);
  });

  it('that are named in part are told', async () => {
    const { SLUICE_PROCESSING_SECRET: _left, ...env } = venue.env();
    expect(await folder.troubles('keys', { env })).toEqual([expect.stringContaining('bad: SLUICE_PROCESSING_SECRET is not set')]);
  });

  /** A venue that answers with a status by the end of the path. */
  const answering =
    (statuses: Readonly<Record<string, number>>): RequestListener =>
    ({ url }, response) => {
      const path = url!.split('?')[0]!;
      const status = statuses[path.slice(path.lastIndexOf('/') + 1)] ?? 200;
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(status === 200 ? '[]' : '');
    };

  it('that lack a right are told with it', async () => {
    const env = accountAt(await folder.serve(answering({ transactions: 403 })));
    expect(await folder.troubles('keys', { env })).toEqual([
      expect.stringMatching(/^bad: .* may read balances, orders, trades, and not transactions -> give the key the right to read/),
    ]);
  });

  it('of which a venue says nothing are told so', async () => {
    const slow = accountAt(await folder.serve(answering({ orders: 429 })));
    expect(await folder.troubles('keys', { env: slow })).toEqual([expect.stringMatching(/^look: the venue asks for silence/)]);
    const ill = accountAt(await folder.serve(answering({ balances: 500 })));
    expect(await folder.troubles('keys', { env: ill })).toEqual([expect.stringMatching(/^bad: .* reading balances failed/)]);
  });

  it('are right at a venue that fails now and then: one answer says nothing', async () => {
    let asked = 0;
    const env = accountAt(
      await folder.serve((_request, response) => {
        response.writeHead(asked++ % 2 === 0 ? 500 : 200, { 'content-type': 'application/json' }).end('[]');
      }),
    );
    expect(await folder.troubles('keys', { env })).toEqual([]);
    expect(asked).toBe(8);
  });

  it('may read at a venue that counts pages from 1 and refuses page 0 (000 Spot trading: page 1 by default)', async () => {
    const env = accountAt(
      await folder.serve(({ url }, response) => {
        const isRefused = url!.includes('page=0');
        response.writeHead(isRefused ? 400 : 200, { 'content-type': 'application/json' }).end(isRefused ? '' : '[]');
      }),
    );
    expect(await folder.troubles('keys', { env })).toEqual([]);
  });

  it('are not needed in paper trading', async () => {
    const config = `mode: paper\nvenue: { exchange: { url: ${venue.env()['SLUICE_EXCHANGE_URL']!} } }\n`;
    expect(await folder.look('keys', { config })).toEqual([{ check: 'keys', result: 'ok', found: 'paper trading without a key' }]);
  });
});
