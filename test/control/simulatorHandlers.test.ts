import { describe, expect, it } from 'vitest';
import { controlApp } from '../../src/control/controlServer.ts';
import type { Daemon } from '../../src/daemon/daemon.ts';
import { FaultSwitch } from '../../src/simulator/faultSwitch.ts';
import { EmbeddedSimulator } from '../../src/simulator/embeddedSimulator.ts';
import { openVenue } from '../simulator/venueUnderTest.ts';
import { willingDaemon } from './willingDaemon.ts';

function opened(hasSimulator: boolean): { readonly ask: Ask; readonly written: string[] } {
  const { simulator, clock } = openVenue();
  const written: string[] = [];
  const whole = willingDaemon();
  const daemon = {
    ...whole,
    world: hasSimulator ? 'DEMO' : 'LIVE',
    venue: { host: 'api.venue.example', keyTail: 'none' },
    history: { ...whole.history, lines: { ...whole.history.lines, write: (...[, , text]: string[]) => void written.push(text!) } },
    simulator: hasSimulator ? new EmbeddedSimulator(simulator, new FaultSwitch(clock, 7), clock) : undefined,
  } as unknown as Daemon;
  const app = controlApp(daemon);
  const ask: Ask = async (path, body) => {
    const asked = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    const answer = await app.request(path, asked);
    return { status: answer.status, told: await answer.json() };
  };
  return { ask, written };
}

type Ask = (path: string, body?: object) => Promise<{ readonly status: number; readonly told: unknown }>;

const CHANGES = [
  ['/simulator/faults', { profile: 'lossy' }],
  ['/simulator/strike', { operation: 'orders.place', strike: 'lost-answer' }],
  ['/simulator/price', { currency: 'BTC', percent: '-5' }],
  ['/simulator/deposit', { currency: 'EUR', amount: '100.5' }],
  ['/simulator/lend', { currency: 'EUR', amount: '0' }],
  ['/simulator/hold', { kind: 'withdrawals', isHeld: true }],
  ['/simulator/network-fee', { currency: 'USDT', network: 'TRX', fee: '2.5' }],
  // Not 127.0.0.1: other tests of this process hide addresses of it as secrets, and an answer hides them, too.
  ['/simulator/notify', { url: 'http://[::1]:7720/notify' }],
  ['/simulator/notify', {}],
] as const;

describe('the simulator inside a daemon', () => {
  it.each(CHANGES)('%s %j is done, said, and written to the event log', async (path, body) => {
    const { ask, written } = opened(true);
    const { told } = (await ask(path, body)) as { told: { done: string } };
    expect(written).toEqual([`simulator: ${told.done}`]);
    expect(await ask('/simulator')).toMatchObject({ told: { simulator: { deeds: [{ text: told.done }] } } });
  });

  it('shows money as text, and which faults are on', async () => {
    const { ask } = opened(true);
    await ask('/simulator/faults', { profile: 'hostile' });
    const { told } = (await ask('/simulator')) as { told: { simulator: { currencies: { code: string; euro: unknown }[] } } };
    expect(told).toMatchObject({ simulator: { faults: { profile: 'hostile', calls: 0 } } });
    expect(told.simulator.currencies.find(({ code }) => code === 'BTC')!.euro).toMatch(/^\d+(\.\d+)?$/);
  });

  it.each([
    ['/simulator/faults', { profile: 'stormy' }, /profile/],
    ['/simulator/faults', {}, /profile/],
    ['/simulator/strike', { operation: 'withdrawals.create', strike: 'lost-answer' }, /operation/],
    ['/simulator/price', { currency: 'BTC', percent: 0.5 }, /percent/],
    ['/simulator/price', { currency: 'BTC', percent: '0' }, /percent/],
    ['/simulator/deposit', { currency: 'EUR', amount: '-1' }, /amount/],
    ['/simulator/deposit', { currency: 'EUR', amount: '1e99' }, /amount/],
    ['/simulator/lend', { currency: 'EUR', amount: '1', to: 'me' }, /to/],
    ['/simulator/hold', { kind: 'payouts', isHeld: true }, /kind/],
    ['/simulator/hold', { kind: 'deposits' }, /isHeld/],
    ['/simulator/decide', { id: '70000', decision: 'complete' }, /id: no deposit or withdrawal with the id 70000 is pending/],
    ['/simulator/decide', { id: '70000', decision: 'forget' }, /decision/],
    ['/simulator/network-fee', { currency: 'BTC', network: 'TRX', fee: '1' }, /network: BTC has no network TRX; it has BTC/],
    ['/simulator/network-fee', { currency: 'BTC', network: 'BTC', fee: '-1' }, /fee/],
    ['/simulator/notify', { url: 'http://192.0.2.7/notify' }, /url: expected an http address on this machine/],
  ])('%s refuses %j by the name of its field', async (path, body, field) => {
    const { ask, written } = opened(true);
    const { status, told } = await ask(path, body);
    expect(status).not.toBe(200);
    expect((told as { fault: { message: string } }).fault.message).toMatch(field);
    expect(written).toEqual([]);
  });
});

describe('money on its way at the simulator inside a daemon', () => {
  it('is listed, held and decided', async () => {
    const { ask } = opened(true);
    await ask('/simulator/hold', { kind: 'deposits', isHeld: true });
    await ask('/simulator/deposit', { currency: 'BTC', amount: '0.5' });
    const { told } = (await ask('/simulator')) as { told: { simulator: { held: string[]; pending: { rows: { id: string }[] } } } };
    expect(told.simulator).toMatchObject({ held: ['deposits'], pending: { count: 1, rows: [{ kind: 'deposit', amount: '0.5' }] } });
    const [{ id }] = told.simulator.pending.rows as [{ id: string }];
    expect(await ask('/simulator/decide', { id, decision: 'decline' })).toMatchObject({ status: 200 });
    expect(await ask('/simulator')).toMatchObject({ told: { simulator: { pending: { count: 0, rows: [] } } } });
  });
});

describe('a daemon on any other venue', () => {
  it('says that it has none', async () => {
    const { ask } = opened(false);
    expect(await ask('/simulator')).toMatchObject({ status: 200, told: { why: /api\.venue\.example \(LIVE\) and has no simulator/ } });
  });

  it.each([...CHANGES, ['/simulator/decide', { id: '70000', decision: 'complete' }] as const])('refuses %s', async (path, body) => {
    const { ask, written } = opened(false);
    expect(await ask(path, body)).toMatchObject({ status: 400, told: { fault: { code: 'refused', message: /has no simulator inside/ } } });
    expect(written).toEqual([]);
  });
});
