import { afterAll, describe, expect, it } from 'vitest';
import { p, strategy } from '../../src/engine/kit.ts';
import { replaySession } from '../../src/session/replay.ts';
import { readEnding } from '../../src/session/sessionEnding.ts';
import { SessionReader } from '../../src/session/sessionReader.ts';
import { configured } from '../daemon/simulatedWorld.ts';
import { recordedSession, temporaryFolder, threeStrategies } from './recordedWorld.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

describe('a session that is replayed', () => {
  it.each([
    { seed: 1, replaces: true },
    { seed: 2, replaces: false },
    { seed: 3, replaces: true, behaviour: { replaceId: 'new' } },
    { seed: 4, replaces: true, behaviour: { replaceAmount: 'total' } },
    { seed: 5, replaces: false, latencyMs: 250 },
  ] as const)('gives every command again, to the byte (seed $seed)', async (venue) => {
    const session = await recordedSession(folder.at(`same-${venue.seed}`), { ...venue, strategies: threeStrategies() }, 120_000);
    const replay = replaySession(session.folder, session.engine);
    expect(session.trouble).toEqual([]);
    expect(session.commands).toBeGreaterThan(30);
    expect(replay).toMatchObject({
      identical: true,
      difference: undefined,
      tear: undefined,
      events: session.events,
      commands: session.commands,
    });
    expect(readEnding(session.folder)).toMatchObject({ how: 'ended', events: session.events });
  });

  it('shows the first event on which a changed strategy decides otherwise', async () => {
    const options = { seed: 7, strategies: [quoterFrom(Infinity)] };
    const session = await recordedSession(folder.at('changed'), options, 30_000);
    const books = [...new SessionReader(session.folder).steps()].filter(({ event }) => event.type === 'book');
    const changedAt = 12;
    const replay = replaySession(session.folder, { ...session.engine, strategies: [quoterFrom(changedAt)] });
    expect(replay.identical).toBe(false);
    expect(replay.difference).toMatchObject({
      event: books[changedAt - 1]!.event.sequence,
      at: books[changedAt - 1]!.event.at,
      what: expect.stringContaining('book BTC/EUR') as string,
      recorded: [],
      replayed: [{ type: 'cancel', strategy: 'quoter' }],
      fields: [{ decision: 0, field: 'type', recorded: undefined, replayed: 'cancel' }],
    });
  });

  it('shows a member that differs, with both values', async () => {
    const session = await recordedSession(folder.at('member'), { seed: 8, strategies: [quoterFrom(Infinity)] }, 10_000);
    const replay = replaySession(session.folder, { ...session.engine, strategies: [quoterFrom(Infinity, '0.02')] });
    expect(replay.difference!.fields).toEqual([
      {
        decision: 1,
        field: 'amount',
        recorded: expect.stringMatching(/^0\.0099/) as string,
        replayed: expect.stringMatching(/^0\.0199/) as string,
      },
    ]);
  });

  it('finds the strategy that uses a clock or chance of its own', async () => {
    let calls = 0;
    const hidden = strategy({
      about: 'Quotes a price that is nowhere in its events.',
      params: {},
      setup: () => ({
        onBook: (book, ctx) => {
          // What Date.now or Math.random would be: another value in each life.
          calls++;
          ctx.quote([
            { side: 'Buy', price: book.priceAt(book.bestBidTicks! - 1000 - calls, 'down'), amount: ctx.pair.minVolume.times(20) },
          ]);
        },
      }),
    });
    const session = await recordedSession(folder.at('hidden'), { seed: 9, strategies: [configured('hidden', 'BTC/EUR', hidden)] }, 10_000);
    expect(replaySession(session.folder, session.engine).difference).toMatchObject({ what: expect.stringContaining('book') as string });
  });
});

/** Keeps one bid resting, and gives it up on its n-th book. */
function quoterFrom(givesUpAt: number, size = '0.01') {
  const quoter = strategy({
    about: 'Keeps one bid resting.',
    params: { size: p.decimal('0.01') },
    setup({ size: amount }) {
      let books = 0;
      return {
        onBook(book, ctx) {
          books++;
          if (books > 1 && books < givesUpAt) return;
          ctx.quote(books < givesUpAt ? [{ side: 'Buy', price: book.priceAt(book.bestBidTicks! - 5000, 'down'), amount }] : []);
        },
      };
    },
  });
  return configured('quoter', 'BTC/EUR', quoter, { size });
}
