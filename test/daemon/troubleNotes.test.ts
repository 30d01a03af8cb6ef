import { expect, it } from 'vitest';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { TroubleNotes } from '../../src/daemon/troubleNotes.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function notesAt0() {
  const clock = new VirtualClock(0);
  const written: string[] = [];
  const notes = new TroubleNotes(clock, { write: (level, event, message) => void written.push(`${level} ${event} ${message}`) });
  return { clock, written, notes };
}

it('writes and tells each, and keeps the last twenty', () => {
  const { written, notes } = notesAt0();
  const heard: string[] = [];
  notes.heard$.subscribe((message) => heard.push(`warn trouble ${message}`));
  for (let n = 1; n <= 25; n++) notes.note(`trouble ${n}`);
  expect(written).toHaveLength(25);
  expect(heard).toEqual(written);
  expect(notes.last).toHaveLength(20);
  expect([notes.last[0], notes.last.at(-1)]).toEqual(['trouble 6', 'trouble 25']);
});

it('keeps what lasts once, with the time since when, until it is over', async () => {
  const { clock, written, notes } = notesAt0();
  notes.note('the balances could not be read (1 in a row): timeout', 'the balances');
  notes.note('something else');
  await clock.advance(60_000, turn);
  notes.note('the balances could not be read (10 in a row): timeout', 'the balances');
  expect(notes.last).toEqual(['something else', 'the balances could not be read (10 in a row): timeout (since 1970-01-01T00:00:00.000Z)']);
  notes.over('the own orders');
  notes.over('the balances');
  notes.over('the balances');
  expect(notes.last).toEqual(['something else']);
  expect(written.slice(3)).toEqual([
    'info trouble-over the balances could be read again, for the first time since 1970-01-01T00:00:00.000Z',
  ]);
});

it('tells people that an alarm is over, and shows neither as a trouble from then on, also where an earlier life had raised it', () => {
  const { written, notes } = notesAt0();
  const heard: string[] = [];
  notes.heard$.subscribe((message) => void heard.push(message));
  notes.note('a difference of +0.5 SOL', 'the balance of SOL');
  notes.over('the balance of SOL', 'the balance of SOL is explained again');
  notes.over('the balance of BTC', 'the balance of BTC is explained again');
  expect(notes.last).toEqual([]);
  expect(heard).toEqual(['a difference of +0.5 SOL', 'the balance of SOL is explained again', 'the balance of BTC is explained again']);
  expect(written.slice(1)).toEqual([
    'info trouble-over the balance of SOL is explained again',
    'info trouble-over the balance of BTC is explained again',
  ]);
});

it('takes what is told of one trouble in the place of what was told of it before, until it is told to be over', () => {
  const { notes } = notesAt0();
  notes.tell('the stream is away: refused', 'the stream');
  notes.tell('the stream is away: timeout', 'the stream');
  notes.tell('something else');
  expect(notes.last).toEqual(['the stream is away: timeout (since 1970-01-01T00:00:00.000Z)', 'something else']);
  notes.tell('the market comes from the stream again', 'the stream', true);
  expect(notes.last).toEqual(['something else']);
});

it('tells of a reload that was refused as one, with the level of an error, and no longer once a configuration is in force', () => {
  const { written, notes } = notesAt0();
  notes.notReloaded('not reloaded: 1 problem in my.yaml');
  notes.notReloaded('not reloaded: 2 problems in my.yaml');
  expect(written).toEqual(['error reloaded not reloaded: 1 problem in my.yaml', 'error reloaded not reloaded: 2 problems in my.yaml']);
  expect(notes.last).toEqual(['not reloaded: 2 problems in my.yaml (since 1970-01-01T00:00:00.000Z)']);
  notes.reloaded();
  expect(notes.last).toEqual([]);
});
