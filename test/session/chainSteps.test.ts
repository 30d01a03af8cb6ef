import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { EventDoor } from '../../src/engine/eventDoor.ts';
import { p, strategy } from '../../src/engine/kit.ts';
import type { OperatorOrder } from '../../src/model/event.ts';
import { chainOfSession, type ChainStep } from '../../src/session/chainSteps.ts';
import { SessionReader } from '../../src/session/sessionReader.ts';
import { decisionsOf } from '../../src/session/decisions.ts';
import { configured } from '../daemon/simulatedWorld.ts';
import { recordedSession, type RecordedSession, temporaryFolder } from './recordedWorld.ts';
import dca from '../../strategies/dca.ts';

/** Quotes at the touch from the fifth book on, tells what it sees, and asks for too little once. */
const talker = strategy({
  about: 'Quotes a bid and plots it.',
  params: { size: p.decimal('0.01') },
  setup: ({ size }) => {
    let books = 0;
    return {
      onBook(book, ctx) {
        if (book.bestBid === undefined || ++books < 5) return;
        ctx.plot('bid', book.bestBidTicks!);
        ctx.quote([{ side: 'Buy', price: book.bestBid, amount: size }]);
        if (books === 5) ctx.place({ side: 'Sell', price: book.bestBid, amount: size.times(1_000_000) });
      },
    };
  },
});

const EXECUTE: OperatorOrder = {
  type: 'execute',
  orderId: 'a-person',
  symbol: 'BTC/EUR',
  side: 'Sell',
  amount: dec('0.02'),
  within: 60_000,
  how: { kind: 'twap', over: 10_000, limit: dec('1') },
};

/** Far beyond what the wallets hold. */
const TOO_MUCH: OperatorOrder = {
  type: 'place',
  intentId: 'too-much',
  symbol: 'BTC/EUR',
  side: 'Buy',
  orderType: 'Limit',
  price: dec('1'),
  amount: dec('1000000000'),
};

const folder = temporaryFolder();
let session: RecordedSession;
let restingId = '';
beforeAll(async () => {
  const strategies = [
    configured('talker', 'BTC/EUR', talker, { size: '0.01' }),
    configured('dca', 'SOL/EUR', dca, { amount: '25.37', at: 'every 20s' }),
  ];
  session = await recordedSession(folder.at('session'), { seed: 5, strategies }, 60_000, async ({ trader, pass }) => {
    trader.post({ type: 'operator', order: EXECUTE });
    trader.post({ type: 'operator', order: TOO_MUCH });
    await pass(30_000);
    trader.post({ type: 'operator', order: { ...TOO_MUCH, intentId: 'resting', symbol: 'SOL/EUR', amount: dec('9') } });
    await pass(2000);
    const [open] = trader.snapshot().orders.filter(({ intentId }) => intentId === 'resting');
    restingId = open!.orderId!;
    const order = { type: 'replace', intentId: 'moved-too-far', orderId: restingId, price: dec('1'), amount: dec('1000000000') } as const;
    trader.post({ type: 'operator', order });
    await pass(2000);
  });
});
afterAll(() => folder.remove());

/** The first command of this type. */
function firstId(type: string): string {
  for (const { decisions } of new SessionReader(session.folder).steps()) {
    const found = decisionsOf(decisions).find((decision) => decision.type === type);
    if (found !== undefined) return String(found['intentId']);
  }
  throw new Error(`the session has no ${type}`);
}

function kinds(steps: readonly ChainStep[]): string[] {
  return steps.map((step) => (step.kind === 'report' ? step.report.type : step.kind === 'decided' ? step.decision.type : step.kind));
}

describe('the chain of an order in a session', () => {
  it('goes from the book and the signal by the decision to the end of the order', () => {
    const door = new EventDoor(session.engine);
    const id = firstId('place');
    const { steps, events } = chainOfSession(session.folder, {
      ids: new Set([id]),
      until: Infinity,
      decide: (event) => door.process(event),
    });
    expect(events).toBe(session.events);
    expect(kinds(steps).slice(0, 4)).toEqual(['book', 'signal', 'place', 'refused']);
    expect(kinds(steps)).toContain('order-opened');
    expect(kinds(steps)).toContain('order-closed');
    const [book, signal, decided, refused] = steps;
    const plotted = signal?.kind === 'signal' && signal.talk.type === 'plot' ? signal.talk.value : undefined;
    expect(book?.kind === 'book' && book.book.bid!.times(100).toNumber()).toBe(plotted);
    expect(decided).toMatchObject({ decision: { intentId: id, strategy: 'talker' } });
    expect(refused).toMatchObject({ decision: { type: 'refused', strategy: 'talker' } });
  });

  it('leaves out what belongs to others, and what comes after the time that is asked for', () => {
    const id = firstId('place');
    const whole = chainOfSession(session.folder, { ids: new Set([id]), until: Infinity }).steps;
    const orders = new Set(whole.flatMap((step) => (step.kind === 'report' && 'orderId' in step.report ? [step.report.orderId] : [])));
    expect(orders.size).toBeGreaterThan(0);
    for (const step of whole) if (step.kind === 'decided') expect(step.decision['strategy']).toBe('talker');
    const until = whole[2]!.at;
    const early = chainOfSession(session.folder, { ids: new Set([id]), until }).steps;
    expect(early).toEqual(whole.filter(({ at }) => at <= until));
    expect(chainOfSession(session.folder, { ids: new Set(['nobody']), until: Infinity }).steps).toEqual([]);
  });

  it('of what a check refused has who asked for it, the book and the reason, although no command came of it', () => {
    const { steps } = chainOfSession(session.folder, { ids: new Set(['too-much']), until: Infinity });
    expect(kinds(steps)).toEqual(['operator', 'book', 'refused']);
    expect(steps.at(-1)).toMatchObject({ decision: { strategy: 'operator', intentId: 'too-much' } });
  });

  it('of an order has what a check refused of a replacement of it, which names the order nowhere', () => {
    const { steps } = chainOfSession(session.folder, { ids: new Set([restingId]), until: Infinity });
    const asked = steps.findIndex((step) => step.kind === 'operator' && step.order.type === 'replace');
    expect(steps.slice(asked).find((step) => step.kind === 'refused')).toMatchObject({ decision: { intentId: 'moved-too-far' } });
  });

  it('has the request and the quote of a conversion before its execution', () => {
    const { steps } = chainOfSession(session.folder, { ids: new Set([firstId('convert')]), until: Infinity });
    const told = kinds(steps);
    expect(told.slice(0, 2)).toEqual(['request-quote', 'quoted']);
    expect(told.indexOf('convert')).toBeLessThan(told.indexOf('converted'));
  });

  it('of an order that the desk keeps has what it was, what it placed, and that it is done', () => {
    const { steps, ids } = chainOfSession(session.folder, { ids: new Set(['a-person']), until: Infinity });
    const kept = steps.flatMap((step) => (step.kind === 'kept' ? [step.text] : []));
    expect(kinds(steps)[0]).toBe('operator');
    expect(kept[0]).toMatch(/^twap a-person; twap Sell 0\.02 at 1(\.0+)?/);
    expect(kept.at(-1)).toBe('a-person is kept no more: it is done');
    const parts = steps.flatMap((step) =>
      step.kind === 'decided' && step.decision.type === 'place' ? [String(step.decision['intentId'])] : [],
    );
    expect(parts.length).toBeGreaterThan(0);
    for (const part of parts) expect([...ids]).toContain(part);
    expect(kept.some((text) => text.includes(`placed ${parts[0]!}`))).toBe(true);
    expect(kinds(steps)).toContain('order-closed');
    // From the other end: what a part is a part of.
    const ofPart = chainOfSession(session.folder, { ids: new Set([parts[0]!]), until: Infinity }).steps;
    expect(ofPart.flatMap((step) => (step.kind === 'kept' ? [step.text] : []))[0]).toContain('twap a-person');
    expect(ofPart.filter((step) => step.kind === 'decided' && step.decision.type === 'place')).toHaveLength(1);
  });
});
