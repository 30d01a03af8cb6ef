import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EventDoor } from '../../src/engine/eventDoor.ts';
import { p, strategy } from '../../src/engine/kit.ts';
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

const folder = temporaryFolder();
let session: RecordedSession;
beforeAll(async () => {
  const strategies = [
    configured('talker', 'BTC/EUR', talker, { size: '0.01' }),
    configured('dca', 'SOL/EUR', dca, { amount: '25.37', at: 'every 20s' }),
  ];
  session = await recordedSession(folder.at('session'), { seed: 5, strategies }, 60_000);
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

  it('has the request and the quote of a conversion before its execution', () => {
    const { steps } = chainOfSession(session.folder, { ids: new Set([firstId('convert')]), until: Infinity });
    const told = kinds(steps);
    expect(told.slice(0, 2)).toEqual(['request-quote', 'quoted']);
    expect(told.indexOf('convert')).toBeLessThan(told.indexOf('converted'));
  });
});
