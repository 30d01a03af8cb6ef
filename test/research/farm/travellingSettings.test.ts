import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { codeDifference, codeIdentity } from '../../../src/research/farm/codeIdentity.ts';
import { travellingSettings } from '../../../src/research/farm/travellingSettings.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-travel-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('travellingSettings', () => {
  it('takes what a trial depends on, and no account, no key, no address, no path', () => {
    const file = join(folder, 'c.yaml');
    writeFileSync(
      file,
      `mode: live
venue: { exchange: { url: 'https://venue.example', key: 'env:THE_KEY', secret: 'file:./the-secret' }, rateLimit: { perSecond: 20 } }
control: { socket: /run/the-socket }
record: { symbols: [BTC/EUR], data: ./the-data }
backtest: { data: ./the-data, runs: ./the-runs, balances: { EUR: 1000.50 } }
risk: { maxOpenOrders: 020 }
strategies: { m: { use: maker, symbol: BTC/EUR, params: { size: 0.050, on: true } } }
`,
    );
    const text = travellingSettings(file);
    expect(text).not.toMatch(/the-|THE_|venue\.example|live/);
    expect(JSON.parse(text)).toEqual({
      mode: 'demo',
      venue: { rateLimit: { perSecond: '20' } },
      backtest: { balances: { EUR: '1000.50' } },
      risk: { maxOpenOrders: '020' },
      strategies: { m: { use: 'maker', symbol: 'BTC/EUR', params: { size: '0.050', on: true } } },
    });
  });
});

it('what a file knows of the venue travels with it, and its name does not', () => {
  writeFileSync(join(folder, 'the-knows.yaml'), 'replace: atomic-keeps-id\nseen: { the-question: the-answer }\n');
  const file = join(folder, 'c.yaml');
  writeFileSync(file, 'mode: demo\nvenue: { knows: { file: ./the-knows.yaml, refusals: [no-money] } }\n');
  expect(travellingSettings(file)).not.toContain('the-');
  expect(JSON.parse(travellingSettings(file))).toEqual({
    mode: 'demo',
    venue: { knows: { replace: 'atomic-keeps-id', refusals: ['no-money'] } },
  });
});

describe('codeDifference', () => {
  const here = codeIdentity();
  const wanted = (code: Partial<typeof here>) => ({ code: { ...here, ...code }, strategies: [] });

  it('is the same in each process of the same code', () => {
    expect(codeIdentity()).toEqual(here);
    expect(codeDifference(wanted({ node: '99.0.0' }), {}, { code: here, directory: folder })).toBeUndefined();
  });

  it('names both of what differs', () => {
    expect(codeDifference(wanted({ program: 'e'.repeat(64) }), {}, { code: here, directory: folder })).toContain(
      `and the sweep's is ${here.sluice} with the code eeeeeeeeeeee`,
    );
    expect(codeDifference(wanted({ v8: '1.2' }), {}, { code: here, directory: folder })).toBe(
      `Node.js here is ${here.node} with V8 ${here.v8}, and the sweep's is ${here.node} with V8 1.2`,
    );
  });
});
