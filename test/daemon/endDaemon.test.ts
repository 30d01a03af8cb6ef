import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { Fault } from '../../src/base/fault.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { endDaemon } from '../../src/daemon/endDaemon.ts';
import { endingOf } from '../../src/daemon/ending.ts';
import { type OpenAtEnd, openAtEnd, openLines, type OpenOrder } from '../../src/daemon/openAtEnd.ts';
import type { EngineSnapshot } from '../../src/engine/snapshot.ts';
import type { Journal } from '../../src/model/journal.ts';
import type { Order } from '../../src/model/order.ts';
import { overtaken } from '../../src/store/overtaken.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const NEVER = new Promise<never>(() => undefined);

function order(orderId: string, strategy: string, state: OpenOrder['state'] = 'open'): OpenOrder {
  return { intentId: `I${orderId}`, orderId, strategy, state, symbol: 'BTC/EUR', side: 'Buy', price: dec('60000.5'), amount: dec('0.1') };
}

const OPEN: OpenAtEnd = {
  orders: [order('1', 'maker'), order('2', 'operator'), order('3', 'maker', 'canceling'), order('4', 'operator', 'unknown')],
  requests: [{ id: 'I', kind: 'convert', lane: 'convert:BTC-EUR', strategy: 'dca' }],
};

interface Ran {
  readonly log: string[];
  readonly trouble: string[];
  readonly closed: string[];
  readonly sorted: string[];
  readonly end: () => Promise<unknown>;
  readonly clock: VirtualClock;
}

function daemonThat(hangs: string, open: OpenAtEnd = { orders: [], requests: [] }): Ran {
  const clock = new VirtualClock(0);
  const [log, trouble, closed, sorted]: string[][] = [[], [], [], []];
  const close = (what: string): Promise<unknown> => {
    closed!.push(what);
    return what === hangs ? NEVER : Promise.resolve();
  };
  const held = (what: string): { close: () => Promise<unknown> } => ({ close: () => close(what) });
  const end = (): Promise<unknown> =>
    endDaemon({
      clock,
      log: {
        write: (level, event, message) => void log!.push(`${level} ${event} ${message}`),
        setLevel: () => undefined,
        flush: () => undefined,
      },
      stopTrading: () => (hangs === 'trading' ? NEVER : Promise.resolve(open)),
      openNow: () => OPEN,
      sort: (found) => {
        sorted!.push(...openLines(found));
        return endingOf(found, [], 'cancel', undefined).left;
      },
      held: {
        session: { end: () => close('session') },
        watches: [() => void close('watch')],
        recording: undefined,
        shadows: held('shadows'),
        access: held('access'),
        interfaces: held('interfaces'),
        chronicle: held('chronicle'),
        store: held('store'),
        control: held('control'),
      },
      onTrouble: (message) => trouble!.push(message),
    });
  return { log: log!, trouble: trouble!, closed: closed!, sorted: sorted!, end, clock };
}

describe('the end of a daemon', () => {
  it('closes all that it holds, the control socket last, and logs what is left at the venue', async () => {
    const { log, closed, end } = daemonThat('nothing', OPEN);
    await end();
    expect(closed).toEqual(['session', 'shadows', 'watch', 'access', 'interfaces', 'chronicle', 'store', 'control']);
    expect(log).toEqual([
      'error left-open left open at the venue: order 1  BTC/EUR  Buy 0.1 at 60000.5  (maker): open',
      'error left-open left open at the venue: order 3  BTC/EUR  Buy 0.1 at 60000.5  (maker): its cancel was sent, and its end was not seen',
      'error left-open left open at the venue: order 4  BTC/EUR  Buy 0.1 at 60000.5  (operator): nobody knows whether the venue has it',
      'error left-open left open at the venue: convert I  convert:BTC-EUR  (dca): its outcome is unknown',
      'info stopped stopped',
    ]);
  });

  it('V6: goes on with the next when one does not close', async () => {
    const { trouble, closed, end, clock } = daemonThat('access');
    const ended = end();
    await clock.advance(9000, turn);
    await ended;
    expect(trouble).toEqual(['the client could not be closed in time']);
    expect(closed).toEqual(['session', 'shadows', 'watch', 'access', 'interfaces', 'chronicle', 'store', 'control']);
  });

  it('V6: is over after nine seconds, whatever hangs, and names what the engine knows to be open', async () => {
    const { end, clock, sorted } = daemonThat('trading');
    const ended = end().catch((error: unknown) => error);
    await clock.advance(9000, turn);
    expect(await ended).toMatchObject({ code: 'internal', message: expect.stringMatching(/^the end was not over within 9/) as string });
    expect(sorted).toEqual(openLines(OPEN));
  });
});

describe(endingOf, () => {
  const ids = ({ orders }: OpenAtEnd): (string | undefined)[] => orders.map(({ orderId }) => orderId);

  it('U10: keeps what a person placed, and what risk.onStop keeps; what is not known to be open is left all the same', () => {
    const canceled = endingOf(OPEN, [], 'cancel', undefined);
    expect([ids(canceled.left), ids(canceled.kept)]).toEqual([['1', '3', '4'], ['2']]);
    const kept = endingOf(OPEN, [], 'keep', undefined);
    expect([ids(kept.left), ids(kept.kept)]).toEqual([
      ['3', '4'],
      ['1', '2'],
    ]);
  });

  it('leaves a transfer of which nobody knows what came, and names it', () => {
    const transfer = { id: 'T', kind: 'transfer', lane: 'withdraw:BTC:address', strategy: 'operator' } as const;
    const { left, kept } = endingOf({ orders: [], requests: [] }, [transfer], 'keep', undefined);
    expect(openLines(left)).toEqual(['transfer T  withdraw:BTC:address  (operator): its outcome is unknown']);
    expect(openLines(kept)).toEqual([]);
  });

  it('leaves all after a failure, and every request whose outcome is unknown', () => {
    const failed = endingOf(OPEN, [], 'keep', new Fault('store', 'the disk is full'));
    expect([ids(failed.left), ids(failed.kept)]).toEqual([['1', '2', '3', '4'], []]);
    expect(openLines(failed.left)).toHaveLength(5);
    expect(failed.kept.requests).toEqual([]);
    expect([failed.gaveUp, endingOf(OPEN, [], 'keep', undefined).gaveUp]).toEqual(['the disk is full', undefined]);
  });

  it('says after an overtake that the new owner has what is open', () => {
    const fault = new Fault('store', 'the journal could not be written', { cause: overtaken() });
    const { left } = endingOf({ orders: [order('3', 'maker', 'cancel-decided')], requests: [] }, [], 'keep', fault);
    expect(openLines(left)).toEqual([
      'order 3  BTC/EUR  Buy 0.1 at 60000.5  (maker): its cancel was decided, and whether it was sent is not known; the new owner of the account has it',
    ]);
  });
});

describe(openAtEnd, () => {
  const shown = (orderId: string, canceling: boolean): Order => ({
    ...order(orderId, 'maker'),
    state: 'open',
    type: 'Limit',
    filled: dec('0'),
    closedBy: undefined,
    placedAt: 0,
    updatedAt: 0,
    canceling,
    replacing: undefined,
    tag: undefined,
  });
  const snapshot = { orders: [shown('1', false), shown('2', true), shown('3', true)] } as unknown as EngineSnapshot;
  const states = async (aimedAt: (id: string) => Promise<readonly { kind: string; state: string }[]>): Promise<string[]> => {
    const journal = { unresolved: () => Promise.resolve([]), aimedAt } as unknown as Journal;
    const { orders } = await openAtEnd(new VirtualClock(0), true, snapshot, journal);
    return orders.map(({ state }) => state);
  };

  it('says of a cancel that it was sent only where the journal has the answer of the venue', async () => {
    const cancel = (id: string): string => (id === '2' ? 'acknowledged' : 'sending');
    expect(await states((id) => Promise.resolve([{ kind: 'cancel', state: cancel(id) }]))).toEqual(['open', 'canceling', 'cancel-decided']);
  });

  it('knows no more than the decision when the journal can not be read', async () => {
    expect(await states(() => Promise.reject(new Fault('store', 'the disk is full')))).toEqual([
      'open',
      'cancel-decided',
      'cancel-decided',
    ]);
  });
});
