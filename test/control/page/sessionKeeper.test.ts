import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as settle } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/base/instant.ts';
import { VirtualClock } from '../../../src/base/virtualClock.ts';
import { Doorkeeper } from '../../../src/control/page/doorkeeper.ts';
import { SessionKeeper } from '../../../src/control/page/sessionKeeper.ts';

const START = Date.UTC(2026, 10, 30, 12);
const folder = mkdtempSync(join(tmpdir(), 'keeper-'));
afterAll(() => rmSync(folder, { recursive: true }));

let count = 0;
const fresh = (): string => join(folder, String(++count), 'a.dashboard.json');

/** A life of a daemon, which begins when the clock says `at`. */
function life(path: string, at = START, port = 4780) {
  mkdirSync(join(path, '..'), { recursive: true });
  const clock = new VirtualClock(at);
  const told: string[] = [];
  const door = new Doorkeeper(clock);
  const tell = (level: string, message: string): void => void told.push(`${level} ${message}`);
  const onTrouble = (message: string, _about?: string, isOver = false): void => void told.push(`${isOver ? 'over' : 'trouble'} ${message}`);
  const keeper = new SessionKeeper({ path, port, door, clock, tell, onTrouble });
  keeper.begin();
  return {
    clock,
    door,
    keeper,
    told,
    enter: (isReadOnly = true) => door.open(door.token(isReadOnly).token),
    pass: (ms = 0) => clock.advance(ms, settle),
    kept: (): number => (existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as { sessions: unknown[] }).sessions.length : 0),
  };
}

describe('a session', () => {
  it('that may only look is still open after a restart; one that may act is not, and no link', async () => {
    const path = fresh();
    const first = life(path);
    const [desk, wall] = [first.enter(false), first.enter()];
    const { token } = first.door.token(true);
    await first.keeper.end();
    const text = readFileSync(path, 'utf8');
    for (const secret of [desk.secret, desk.key, token]) expect(text).not.toContain(secret);
    expect(statSync(path).mode & 0o777).toBe(0o600);

    const second = life(path, START + HOUR_MS);
    // Whoever took the port meanwhile has heard what its page asks with.
    expect(second.door.session(desk)).toBeUndefined();
    expect(second.door.session(wall)).toMatchObject({ isReadOnly: true, expiresAt: START + 30 * DAY_MS });
    expect(second.door.session({ secret: desk.secret, key: wall.key })).toBeUndefined();
    expect(() => second.door.open(token)).toThrow(/run out/);
    expect(second.told).toEqual(['info 1 browser is in as before the start']);
  });

  it('is kept as soon as it is open, so that a crash takes none along, and goes as soon as it is closed', async () => {
    const { enter, pass, kept, door } = life(fresh());
    const { session } = enter();
    await pass();
    expect(kept()).toBe(1);
    door.close(session);
    await pass();
    expect(kept()).toBe(0);
  });

  it('ends over a restart when it has run out, and the file is empty of it', async () => {
    const path = fresh();
    const first = life(path);
    const old = first.enter();
    await first.pass(DAY_MS);
    const wall = first.enter();
    await first.keeper.end();
    const second = life(path, START + 30 * DAY_MS);
    expect([second.door.session(old), second.door.session(wall)?.isReadOnly]).toEqual([undefined, true]);
    expect(second.told).toEqual(['info 1 browser is in as before the start; 1 session ran out']);
    await second.pass();
    expect(second.kept()).toBe(1);
    await second.keeper.end();
    const third = life(path, START + 31 * DAY_MS);
    expect(third.door.session(wall)).toBeUndefined();
    await third.pass();
    expect(existsSync(path)).toBe(false);
  });

  it('lasts neither longer nor shorter because the clock was set while a daemon ran', async () => {
    const path = fresh();
    const first = life(path);
    const wall = first.enter();
    first.clock.stepWall(-3 * DAY_MS);
    await first.pass(HOUR_MS);
    await first.keeper.end();
    const second = life(path, START - 3 * DAY_MS + HOUR_MS);
    expect(second.door.session(wall)?.expiresAt).toBe(START - 3 * DAY_MS + 30 * DAY_MS);
    second.clock.stepWall(100 * DAY_MS);
    await second.keeper.end();
    const third = life(path, START + 97 * DAY_MS + HOUR_MS);
    expect(third.door.session(wall)).toBeDefined();
  });

  it('is over when the clock was set back between two lives: nobody knows how long it was', async () => {
    const path = fresh();
    const first = life(path);
    const desk = first.enter();
    await first.keeper.end();
    const second = life(path, START - DAY_MS);
    expect(second.door.session(desk)).toBeUndefined();
    expect(second.told).toEqual([expect.stringMatching(/^warn the sessions .* are not taken: it was written at .*put aside as/)]);
    expect([existsSync(path), existsSync(`${path}.refused`)]).toEqual([false, true]);
  });

  it('is of its port', async () => {
    const path = fresh();
    const first = life(path);
    const desk = first.enter();
    await first.keeper.end();
    const second = life(path, START, 4781);
    expect(second.door.session(desk)).toBeUndefined();
    expect(second.told).toEqual(['info 0 browsers are in as before the start; 1 session ended, since the dashboard was on port 4780']);
    await second.pass();
    expect(existsSync(path)).toBe(false);
  });

  it('that is put into the file of a daemon that runs is not read', async () => {
    const path = fresh();
    const other = life(fresh());
    const planted = other.enter();
    await other.pass();
    const running = life(path);
    writeFileSync(path, readFileSync(join(folder, String(count), 'a.dashboard.json')), { mode: 0o600 });
    await running.pass(HOUR_MS);
    expect(running.door.session(planted)).toBeUndefined();
    running.enter();
    await running.pass();
    expect(running.kept()).toBe(1);
  });
});

describe('a file that is not as we write it', () => {
  it('lets nobody in, is told, and is put aside', async () => {
    const path = fresh();
    const first = life(path);
    const desk = first.enter();
    await first.keeper.end();
    writeFileSync(path, readFileSync(path, 'utf8').slice(1));
    const second = life(path);
    expect(second.door.session(desk)).toBeUndefined();
    expect(second.told).toEqual([
      `warn the sessions ${path} are not taken: it is damaged; nobody is in until a new link is opened, and the file is put aside as ${path}.refused`,
    ]);
    second.enter();
    await second.pass();
    expect(second.kept()).toBe(1);
  });
});

describe('all sessions', () => {
  it('are closed with every link, for the next start too', async () => {
    const path = fresh();
    const { door, keeper, enter } = life(path);
    const desk = enter();
    enter(true);
    const { token } = door.token(false);
    expect(await keeper.closeAll()).toEqual({ sessions: 2, links: 1 });
    expect(door.session(desk)).toBeUndefined();
    expect(() => door.open(token)).toThrow(/run out/);
    expect(existsSync(path)).toBe(false);
    expect(await keeper.closeAll()).toEqual({ sessions: 0, links: 0 });
  });

  it('are closed although the file stays, which is said', async () => {
    const path = fresh();
    const { door, keeper, enter, pass } = life(path);
    const desk = enter();
    await pass();
    rmSync(path);
    mkdirSync(path);
    await expect(keeper.closeAll()).rejects.toMatchObject({ code: 'store', suggestion: `rm ${path}` });
    expect(door.session(desk)).toBeUndefined();
  });
});

describe('a disk that takes nothing', () => {
  it('is told once with its end; people stay in', async () => {
    const path = fresh();
    const { door, enter, pass, told, kept } = life(path);
    mkdirSync(`${path}.new`);
    const desk = enter();
    await pass(5 * MINUTE_MS);
    enter();
    await pass();
    expect(told).toEqual([expect.stringMatching(/^trouble sessions of the dashboard could not be saved: /)]);
    expect(door.isOpen(desk.session)).toBe(true);
    rmSync(`${path}.new`, { recursive: true });
    await pass(5 * MINUTE_MS);
    expect(told.slice(1)).toEqual(['over sessions of the dashboard are saved again']);
    expect(kept()).toBe(2);
  });

  it('keeps no session that was closed', async () => {
    const path = fresh();
    const { door, enter, pass, kept } = life(path);
    const { session } = enter();
    enter(true);
    await pass();
    expect(kept()).toBe(2);
    mkdirSync(`${path}.new`);
    door.close(session);
    await pass();
    expect(existsSync(path)).toBe(false);
  });
});
