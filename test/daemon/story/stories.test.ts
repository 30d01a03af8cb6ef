import { setImmediate as settle } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { VirtualClock } from '../../../src/base/virtualClock.ts';
import { Stories, type StoriesOptions } from '../../../src/daemon/story/stories.ts';
import type { StoryReply } from '../../../src/daemon/story/storyMessages.ts';
import type { StoryRow } from '../../../src/daemon/story/storyRows.ts';
import { playedProcesses } from '../../loading/playedProcesses.ts';

const ROW: StoryRow = { at: 0, step: 'book', detail: 'x', source: 'y' };
type Start = NonNullable<StoriesOptions['start']>;
const STAYS = new AbortController().signal;

/** Stories whose processes answer when the test says so. */
function storiesOf() {
  const clock = new VirtualClock(0);
  const asked: Parameters<Start>[0][] = [];
  const { started, start } = playedProcesses();
  const own = { directory: '/', strategies: {}, shadows: {} };
  const stories = new Stories({
    clock,
    sources: () => ({ place: { databases: [], state: '/' }, own }),
    start: (what) => {
      asked.push(what);
      return start();
    },
  });
  const tell = async (process: number, reply: StoryReply): Promise<void> => {
    await settle();
    started[process]!.resolve(reply);
    await settle();
  };
  return { clock, stories, asked, started, tell };
}

describe('the stories of a daemon', () => {
  it('tells one after the other, each on a process that ends', async () => {
    const { stories, asked, started, tell } = storiesOf();
    const first = stories.tell('a', true, STAYS);
    const second = stories.tell('b', false, STAYS);
    const refused = second.catch((error: unknown) => error);
    await tell(0, { type: 'told', rows: [ROW], notes: ['n'] });
    expect(await first).toEqual({ rows: [ROW], notes: ['n'] });
    await tell(1, { type: 'failed', code: 'not-found', message: 'nobody', suggestion: 'look' });
    expect(await refused).toMatchObject({ code: 'not-found', message: 'nobody', suggestion: 'look' });
    expect(asked.map(({ id, quick }) => [id, quick])).toEqual([
      ['a', true],
      ['b', false],
    ]);
    expect(started.map(({ isOver }) => isOver)).toEqual([true, true]);
  });

  it('gives up what takes too long, and says which command does not', async () => {
    const { clock, stories, started, tell } = storiesOf();
    const told = stories.tell('a', true, STAYS);
    const refused = told.catch((error: unknown) => error);
    await settle();
    await clock.advance(50_000, settle);
    expect(await refused).toMatchObject({ code: 'timeout', suggestion: expect.stringContaining('sluice why a') as string });
    expect(started[0]!.isOver).toBe(true);
    // It goes on with the next one by itself.
    const next = stories.tell('b', true, STAYS);
    await tell(1, { type: 'told', rows: [ROW], notes: [] });
    expect(await next).toMatchObject({ rows: [ROW] });
  });

  it('ends the process of somebody who has gone, of a daemon that ends, and one that fails', async () => {
    const { stories, started } = storiesOf();
    const gone = new AbortController();
    const left = stories.tell('a', true, gone.signal);
    const leaving = left.catch((error: unknown) => error);
    await settle();
    gone.abort();
    expect(await leaving).toMatchObject({ code: 'canceled' });
    const failing = stories.tell('b', true, STAYS).catch((error: unknown) => error);
    await settle();
    started[1]!.reject(new Error('out of memory'));
    expect(await failing).toMatchObject({ message: 'out of memory' });
    const ending = stories.tell('c', true, STAYS).catch((error: unknown) => error);
    await settle();
    stories.close();
    expect(await ending).toMatchObject({ code: 'canceled' });
    expect(started.map(({ isOver }) => isOver)).toEqual([true, true, true]);
  });

  it('lets only so many wait, and shows only so many rows, and says so', async () => {
    const { stories, tell } = storiesOf();
    const waiting = Array.from({ length: 8 }, (_, n) => stories.tell(String(n), true, STAYS));
    for (const one of waiting.slice(1)) one.catch(() => undefined);
    await expect(stories.tell('9', true, STAYS)).rejects.toMatchObject({ code: 'rate-limited' });
    await tell(0, { type: 'told', rows: Array.from({ length: 2001 }, () => ROW), notes: [] });
    const { rows, notes } = await waiting[0]!;
    expect(rows).toHaveLength(2000);
    expect(notes).toEqual(['only the first 2000 of 2001 rows: `sluice why 0` shows all']);
    stories.close();
  });
});
