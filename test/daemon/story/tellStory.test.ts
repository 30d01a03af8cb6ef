import { cpSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Fault } from '../../../src/base/fault.ts';
import { VirtualClock } from '../../../src/base/virtualClock.ts';
import { EventDoor } from '../../../src/engine/eventDoor.ts';
import { runAlong } from '../../../src/daemon/story/runAlong.ts';
import { inOrder, journalRows, sessionRows } from '../../../src/daemon/story/storyRows.ts';
import { type StoryPlace, tellStory } from '../../../src/daemon/story/tellStory.ts';
import { chainOfSession } from '../../../src/session/chainSteps.ts';
import { decisionsOf } from '../../../src/session/decisions.ts';
import { readManifest, writeManifest } from '../../../src/session/sessionManifest.ts';
import { partsOf } from '../../../src/session/sessionParts.ts';
import { SessionReader } from '../../../src/session/sessionReader.ts';
import { sessionsFolder } from '../../../src/session/sessions.ts';
import type { IntentOutcome } from '../../../src/model/journal.ts';
import { openStore } from '../../../src/store/store.ts';
import { loggedFill, newIntent, START } from '../../store/builders.ts';
import { type RecordedSession, recordedSession, temporaryFolder, threeStrategies } from '../../session/recordedWorld.ts';

const folder = temporaryFolder();
const state = folder.at('state');
const path = join(sessionsFolder(state), '20260101T000000Z');
const place: StoryPlace = { databases: [{ path: folder.at('nothing.sqlite') }], state };
let session: RecordedSession;
let id = '';

beforeAll(async () => {
  session = await recordedSession(path, { seed: 3, strategies: threeStrategies() }, 30_000);
  for (const { decisions } of new SessionReader(path).steps())
    for (const one of decisionsOf(decisions)) if (one.type === 'place' && id === '') id = String(one['intentId']);
});
afterAll(() => folder.remove());

describe('a story', () => {
  it('is told from the sessions where no journal knows the id', async () => {
    const rows = await tellStory(id, place, { say: () => undefined });
    expect(rows.map(({ step }) => step)).toEqual(expect.arrayContaining(['book', 'decided', 'checked', 'report']));
    expect(rows.every(({ source }) => source.startsWith('20260101T000000Z #'))).toBe(true);
    expect(rows).toEqual(inOrder(rows));
  });

  it('has what the strategies log and plot where they may run again, and says why it has not where they may not', async () => {
    const said: string[] = [];
    const say = (text: string): void => void said.push(text);
    const quick = await tellStory(id, place, { say });
    const again = { settings: session.engine, changedCode: [] };
    const whole = await tellStory(id, place, { say, engineOf: () => Promise.resolve(again) });
    expect(whole.filter(({ step }) => step !== 'signal')).toEqual(quick);
    expect(said).toEqual([]);
    const refused = await tellStory(id, place, { say, engineOf: () => Promise.reject(new Fault('refused', 'mine.ts is not yours')) });
    expect(refused).toEqual(quick);
    expect(said).toEqual([expect.stringContaining('left out: mine.ts is not yours') as string]);
    const unasked = new Fault('confirmation-needed', 'run it?', { suggestion: 'add --yes to confirm' });
    await tellStory(id, place, { say, engineOf: () => Promise.reject(unasked) });
    expect(said.at(-1)).toContain('left out: run it?; add --yes to confirm');
  });

  it('of an order of a paper run, which no journal has, is told by the id of the order and of the fill', async () => {
    const paper = folder.at('paper.sqlite');
    const clock = new VirtualClock(START);
    const store = await openStore({ path: paper, clock });
    const fill = loggedFill('1767225600000000007.1', { orderId: '1767225600000000007', intentId: id, openedAt: Date.UTC(2026, 0, 1) });
    await store.fillLog.record([fill], undefined);
    await store.close();
    const steps = ['book', 'decided', 'checked', 'report', 'fill'];
    for (const asked of ['1767225600000000007', '1767225600000000007.1', id]) {
      const rows = await tellStory(asked, { databases: [{ path: paper }], state }, { say: () => undefined });
      expect(rows.map(({ step }) => step)).toEqual(expect.arrayContaining(steps));
    }
    const said: string[] = [];
    const without = { databases: [{ path: paper }], state: folder.at('no sessions') };
    const rows = await tellStory('1767225600000000007', without, { say: (text) => void said.push(text) });
    expect(rows.map(({ step }) => step)).toEqual(['fill']);
    expect(said).toEqual([expect.stringContaining('no session of that time is kept') as string]);
  });

  it('of an order that was never filled is told from its session, with what came before the order had its id', async () => {
    const opened: string[] = [];
    for (const { event } of new SessionReader(path).steps())
      if (event.type === 'report' && event.report.type === 'order-opened' && event.report.intentId === id)
        opened.push(event.report.orderId);
    const { ids } = chainOfSession(path, { ids: new Set(opened), until: Infinity });
    expect(ids).toContain(id);
    const store = await openStore({ path: folder.at('opened.sqlite'), clock: new VirtualClock(START) });
    await store.fillLog.record([loggedFill('x.1', { orderId: opened[0]!, intentId: undefined, openedAt: 0 })], undefined);
    await store.close();
    const rows = await tellStory(opened[0]!, { databases: [{ path: folder.at('opened.sqlite') }], state }, { say: () => undefined });
    expect(rows.map(({ step }) => step)).toEqual(expect.arrayContaining(['book', 'decided', 'checked', 'report']));
  });

  it('says how far the session of a running daemon is written, where the journal or the fill log knows more', async () => {
    const running = folder.at('running');
    const written = join(sessionsFolder(running), '20260101T000000Z');
    cpSync(path, written, { recursive: true });
    for (const name of readdirSync(written)) if (name.startsWith('end')) rmSync(join(written, name));
    // It is another process that writes it, and lives.
    writeManifest(written, { ...readManifest(written), pid: process.ppid });
    const until = START + 30_000;
    for (const part of partsOf(written)) utimesSync(join(written, part), until / 1000, until / 1000);
    const log = folder.at('running.sqlite');
    const said = async (tradedAt: number): Promise<string[]> => {
      const store = await openStore({ path: log, clock: new VirtualClock(START) });
      await store.fillLog.record([loggedFill(`${tradedAt}.1`, { orderId: `${tradedAt}`, intentId: id, openedAt: 0, tradedAt })], undefined);
      await store.close();
      const lines: string[] = [];
      await tellStory(`${tradedAt}`, { databases: [{ path: log }], state: running }, { say: (text) => void lines.push(text) });
      return lines;
    };
    expect(await said(until - 1)).toEqual([]);
    expect(await said(until + 4000)).toEqual([
      'session 20260101T000000Z is written up to 2026-11-20T12:00:30.000Z so far: what it knows of the steps after that is told by asking again in a few seconds',
    ]);
  });

  it('is refused for what nobody knows', async () => {
    await expect(tellStory('4711', place, { say: () => undefined })).rejects.toMatchObject({ code: 'not-found', message: /4711/ });
  });
});

describe('a request of the journal', () => {
  const rowsOf = async (outcome: IntentOutcome, isSent: boolean): Promise<readonly string[]> => {
    const clock = new VirtualClock(START);
    const store = await openStore({ path: ':memory:', clock });
    try {
      await store.journal.begin(newIntent('A'));
      await clock.advance(3, () => Promise.resolve());
      if (isSent) store.journal.markSent('A');
      await store.journal.settle('A', outcome);
      const rows = inOrder(journalRows((await store.chain('A'))!));
      return rows.map(({ at, step }) => `${at - START} ${step}`);
    } finally {
      await store.close();
    }
  };

  it('has the time at which its bytes were handed to the socket, as far as that was marked', async () => {
    const unknown = { state: 'unknown', at: START + 9 } as const;
    expect(await rowsOf(unknown, true)).toEqual(['0 journalled', '3 sent', '9 settled']);
    expect(await rowsOf({ ...unknown, state: 'not-sent' }, false)).toEqual(['0 journalled', '9 settled']);
  });
});

describe('a person who cancels by the id alone', () => {
  it('has named no symbol, and none is shown', () => {
    const order = { type: 'cancel', intentId: 'A', orderId: '17', symbol: '' } as const;
    const [row] = sessionRows('S', { at: 0, event: 1, kind: 'operator', order }, session.engine.limits);
    expect(row).toMatchObject({ step: 'operator', detail: 'cancel intentId="A" orderId="17"' });
  });
});

describe('an engine that runs along', () => {
  it('says what the engine says, tells of code that has changed, and says nothing more once it has failed', () => {
    const said: string[] = [];
    const along = runAlong({ settings: session.engine, changedCode: ['maker'] }, (text) => void said.push(text));
    const door = new EventDoor(session.engine);
    const events = Array.from(new SessionReader(path).steps(), ({ event }) => event);
    for (const event of events.slice(0, 50)) expect(along(event)).toEqual(door.process(event));
    expect(said).toEqual(['the code of maker has changed since: what it logs and plots is today’s'.replace('’', "'")]);
    // The same event twice is a mistake, which the engine refuses.
    expect(along(events[0]!)).toEqual([]);
    expect(along(events[50]!)).toEqual([]);
  });
});
