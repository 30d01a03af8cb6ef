import { setImmediate as settle } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../src/base/instant.ts';
import { VirtualClock } from '../../../src/base/virtualClock.ts';
import { Doorkeeper } from '../../../src/control/page/doorkeeper.ts';

function room() {
  const clock = new VirtualClock(0);
  return { clock, door: new Doorkeeper(clock) };
}

describe('a token', () => {
  it('opens one session, once', () => {
    const { door } = room();
    const { token } = door.token(false);
    const opened = door.open(token);
    const { secret, key, session } = opened;
    expect(door.session(opened)).toBe(session);
    expect(door.session({ secret, key: '' })).toBeUndefined();
    expect(door.session({ secret: key, key: secret })).toBeUndefined();
    expect(session.isReadOnly).toBe(false);
    expect(() => door.open(token)).toThrow(/has been used, or has run out/);
    expect(secret).not.toBe(token);
  });

  it('runs out after a quarter of an hour', async () => {
    const { clock, door } = room();
    const { token, expiresAt } = door.token(true);
    expect(expiresAt).toBe(15 * MINUTE_MS);
    await clock.advance(15 * MINUTE_MS, settle);
    expect(() => door.open(token)).toThrow(/run out/);
  });

  it('is forgotten when many newer ones were made', () => {
    const { door } = room();
    const first = door.token(false).token;
    const tokens = Array.from({ length: 16 }, () => door.token(false).token);
    expect(() => door.open(first)).toThrow(/run out/);
    expect(door.open(tokens[0]!).session.isReadOnly).toBe(false);
  });
});

describe('a session', () => {
  it('ends when it was not used for twelve hours, and after a week however often it is', async () => {
    const { clock, door } = room();
    const idle = door.open(door.token(false).token);
    const used = door.open(door.token(false).token);
    for (let hours = 0; hours < 7 * 24 - 1; hours += 11) {
      await clock.advance(11 * HOUR_MS, settle);
      if (hours < 7 * 24 - 11) expect(door.session(used)).toBeDefined();
    }
    expect(door.session(idle)).toBeUndefined();
    expect(door.session(used)).toBeUndefined();
  });

  it('shows nothing more to a page that was left open, once it has not been used for twelve hours', async () => {
    const { clock, door } = room();
    const opened = door.open(door.token(false).token);
    await clock.advance(11 * HOUR_MS, settle);
    expect(door.isOpen(opened.session)).toBe(true);
    await clock.advance(2 * HOUR_MS, settle);
    expect(door.isOpen(opened.session), 'what it listens to is no use of it').toBe(false);
    expect(door.session(opened)).toBeUndefined();
  });

  it('for looking lasts thirty days on a wall', async () => {
    const { clock, door } = room();
    const opened = door.open(door.token(true).token);
    const { session } = opened;
    await clock.advance(29 * 24 * HOUR_MS, settle);
    expect(door.session(opened)).toBe(session);
    expect(door.isOpen(session)).toBe(true);
    await clock.advance(2 * 24 * HOUR_MS, settle);
    expect(door.session(opened)).toBeUndefined();
    expect(door.isOpen(session)).toBe(false);
  });

  it('ends when it is closed, and the one that was used least when there are too many', async () => {
    const { clock, door } = room();
    const sessions = [];
    for (let n = 0; n < 32; n++) {
      sessions.push(door.open(door.token(false).token));
      await clock.advance(1000, settle);
    }
    door.session(sessions[0]!);
    const newest = door.open(door.token(false).token);
    expect(door.session(sessions[0]!)).toBeDefined();
    expect(door.session(sessions[1]!)).toBeUndefined();
    door.close(newest.session);
    expect(door.session(newest)).toBeUndefined();
  });
});

describe('after five wrong tokens in a row', () => {
  const guess = (door: Doorkeeper): void => {
    for (let n = 0; n < 5; n++) expect(() => door.open(`guess-${n}`)).toThrow(/has been used/);
  };

  it('nobody is let in for half a minute, then twice as long; it goes on by itself', async () => {
    const { clock, door } = room();
    const { token } = door.token(false);
    guess(door);
    expect(() => door.open(token)).toThrow(/locked for another 30.0 s/);
    await clock.advance(30_000, settle);
    guess(door);
    expect(() => door.open(token)).toThrow(/locked for another 1 min/);
    await clock.advance(MINUTE_MS, settle);
    expect(door.open(token).session.isReadOnly).toBe(false);
  });

  it('it is never locked for longer than a quarter of an hour at a time', async () => {
    const { clock, door } = room();
    for (let n = 0; n < 12; n++) {
      guess(door);
      await clock.advance(15 * MINUTE_MS, settle);
    }
    expect(() => door.open('one more')).toThrow(/has been used/);
  });

  it('the owner is told', () => {
    const told: string[] = [];
    const door = new Doorkeeper(new VirtualClock(0), { tell: (level, message) => told.push(`${level} ${message}`) });
    door.open(door.token(true).token);
    guess(door);
    expect(told).toEqual([
      'info a browser was let in to the dashboard, to look and change nothing',
      'warn 5 wrong tokens in a row: nobody is let in to the dashboard for 30.0 s; `sluice dashboard` opens it at once',
    ]);
  });

  it('the owner opens it with a new token, and open sessions go on', () => {
    const { door } = room();
    const opened = door.open(door.token(false).token);
    guess(door);
    expect(door.session(opened)).toBeDefined();
    expect(door.open(door.token(false).token).session.isReadOnly).toBe(false);
  });
});
