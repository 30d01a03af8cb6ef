import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { socketClient } from '../../src/control/socketClient.ts';
import type { ControlServer } from '../../src/control/serveOn.ts';
import { treasuryClient } from '../../src/control/treasuryClient.ts';
import { serveTreasury, treasuryApp } from '../../src/control/treasuryServer.ts';
import type { TreasuryCalls } from '../../src/daemon/treasury/treasury.ts';

const QUOTE = { from: 'EUR', to: 'BTC', exact: 'from', amount: '5' } as const;

const REQUEST = { interface: 'processing', operation: 'coins.list', params: {} };
const ADJUSTMENT = { currency: 'BTC', amount: '-0.5', cause: 'fee', note: 'monthly' } as const;

/** Each call answers with its name and what it was given. */
const echo = new Proxy(
  {},
  {
    get:
      (_target, name) =>
      (...args: unknown[]) =>
        name === 'move' && args[0] === 'W-0'
          ? Promise.reject(new Fault('not-found', 'there is no move W-0', { suggestion: 'look' }))
          : Promise.resolve({ name, args }),
  },
) as TreasuryCalls;

let folder: string;
let server: ControlServer;
let calls: TreasuryCalls;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'treasury-socket-'));
  const socket = join(folder, 'treasury.sock');
  server = await serveTreasury(echo, socket);
  calls = treasuryClient((await socketClient(socket, '/status'))!);
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

describe(serveTreasury, () => {
  it('refuses a quote of an amount that is none, and names it', async () => {
    for (const amount of ['abc', '0', '-5', '1e99999'])
      await expect(calls.quote({ ...QUOTE, amount })).rejects.toMatchObject({
        code: 'usage',
        message: 'amount: expected a number above 0 as text',
      });
  });

  const approval = { person: 'ben', key: 'ed25519:AA', signature: 'c2ln', at: 7 };

  it.each<[string, (client: TreasuryCalls) => Promise<unknown>, unknown[]]>([
    ['status', (client) => client.status(), []],
    ['dryRun', (client) => client.dryRun({ kind: 'x' }), [{ kind: 'x' }]],
    ['ask', (client) => client.ask({ kind: 'x' }), [{ kind: 'x' }]],
    ['moves', (client) => client.moves(7), [7, false]],
    ['moves', (client) => client.moves(7, true), [7, true]],
    ['move', (client) => client.move('W-1'), ['W-1']],
    ['content', (client) => client.content('W-1'), ['W-1']],
    ['approve', (client) => client.approve('W-1', approval), ['W-1', approval]],
    ['cancel', (client) => client.cancel('W-1', 'anna', 'why'), ['W-1', 'anna', 'why']],
    ['settle', (client) => client.settle({ move: 'W-1' }), [{ move: 'W-1' }]],
    ['resolve', (client) => client.resolve('01K/1', { type: 'not-placed' }), ['01K/1', { type: 'not-placed' }]],
    ['refundLink', (client) => client.refundLink('R-1', 'anna', 'de'), ['R-1', 'anna', 'de']],
    ['accounts', (client) => client.accounts(), []],
    ['request', (client) => client.request(REQUEST, 'anna'), [REQUEST, 'anna', expect.anything()]],
    ['decide', (client) => client.decide({ payment: 'x' }), [{ payment: 'x' }]],
    ['advance', (client) => client.advance('W-1'), ['W-1']],
    ['askEntry', (client) => client.askEntry({ name: 'x' }), [{ name: 'x' }]],
    ['entries', (client) => client.entries(true), [true]],
    ['entryContent', (client) => client.entryContent('cold 1/2'), ['cold 1/2']],
    ['approveEntry', (client) => client.approveEntry('A-1', approval), ['A-1', approval]],
    ['removeEntry', (client) => client.removeEntry('A-1', 'anna', 'why'), ['A-1', 'anna', 'why']],
    ['destinations', (client) => client.destinations(), []],
    ['retry', (client) => client.retry('B-1'), ['B-1']],
    ['schedules', (client) => client.schedules(), []],
    ['quote', (client) => client.quote(QUOTE), [QUOTE]],
    ['reconcile', (client) => client.reconcile(), []],
    ['adjust', (client) => client.adjust(ADJUSTMENT), [ADJUSTMENT]],
    ['policy', (client) => client.policy(), []],
    ['publish', (client) => client.publish('text', 'anna', [approval], 'ab12'), ['text', 'anna', [approval], 'ab12']],
  ])('passes %s on with all that was given', async (name, call, args) => {
    expect(await call(calls)).toEqual({ name, args });
  });

  it('passes a fault on with its code and advice', async () => {
    await expect(calls.move('W-0')).rejects.toMatchObject({ code: 'not-found', message: 'there is no move W-0', suggestion: 'look' });
  });

  it.each(['x', '0', '-1', '1e9', '99999999'])('refuses a limit of %s', async (limit) => {
    const reply = await treasuryApp(echo).request(`/moves?limit=${limit}`);
    expect(await reply.json()).toMatchObject({ fault: { code: 'usage' } });
  });

  it('refuses what is no approval', async () => {
    const bad = { ...approval, at: 'soon' } as unknown as typeof approval;
    await expect(calls.approve('W-1', bad)).rejects.toMatchObject({ code: 'usage', message: expect.stringContaining('at:') as string });
  });

  it('can be opened by its owner only', () => {
    expect(statSync(join(folder, 'treasury.sock')).mode & 0o777).toBe(0o600);
  });
});
