import { describe, expect, it } from 'vitest';
import { replayLines } from '../../src/cli/replayText.ts';
import type { Replay } from '../../src/session/replay.ts';

function linesOf(parts: Partial<Replay>): string[] {
  const whole = {
    identical: true,
    events: 9,
    books: 4,
    commands: 2,
    from: undefined,
    to: undefined,
    difference: undefined,
    tear: undefined,
  };
  return replayLines({ id: 's' }, { ...whole, ...parts });
}

describe(replayLines, () => {
  it('counts one of each as one', () => {
    expect(linesOf({})).toEqual(['identical: 9 events (4 books) of session s gave the same 2 commands']);
    expect(linesOf({ events: 1, books: 1, commands: 1 })).toEqual(['identical: 1 event (1 book) of session s gave the same 1 command']);
  });

  it('counts what agreed and what is lost', () => {
    const difference = { event: 7, at: 0, what: 'timer', recorded: [], replayed: [], fields: [] };
    const tear = { part: 'chunk 1', offset: 10, reason: 'torn', lostBytes: 1 };
    const lines = linesOf({ identical: false, events: 2, difference, tear });
    expect(lines[0]).toBe('DIFFERENT at event 7, after 1 event that agreed');
    expect(lines.at(-1)).toMatch(/; 1 byte is lost$/);
  });
});
