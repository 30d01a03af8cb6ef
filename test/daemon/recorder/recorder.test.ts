import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TellTrouble } from '../../../src/base/tellTrouble.ts';
import { VirtualClock } from '../../../src/base/virtualClock.ts';
import { DaemonRecorder } from '../../../src/daemon/recorder/daemonRecorder.ts';
import { openRecorder, type Recorder } from '../../../src/daemon/recorder/recorder.ts';
import { TroubleNotes } from '../../../src/daemon/troubleNotes.ts';
import { createBook, showLevels } from '../../../src/model/book.ts';
import type { EventBody, MarketWarningKind } from '../../../src/model/event.ts';
import { type Disk, systemDisk } from '../../../src/recording/disk.ts';
import { openMarket } from '../../../src/recording/openMarket.ts';
import { DAY, keptOf, PAIR, pairOf, settle, temporaryFolder } from '../../recording/worlds.ts';

let folder: ReturnType<typeof temporaryFolder>;
let clock: VirtualClock;
beforeEach(() => {
  folder = temporaryFolder();
  clock = new VirtualClock(DAY);
});
afterEach(() => folder.remove());

const recorded = [{ pair: PAIR, everyMs: 1000, depth: 10 }];

function opened(disk?: Disk): Promise<Recorder> {
  return openRecorder({ dir: folder.path, clock, pairs: recorded, keepMs: undefined, quotes: false, onTrouble: () => undefined, disk });
}

function book(): EventBody {
  const made = createBook(PAIR.symbol, PAIR.grid);
  made.bids.ticks[0] = 100;
  made.bids.lots[0] = 5;
  showLevels(made.bids, 0, 1);
  return { type: 'book', book: Object.assign(made, { receivedAt: clock.now(), exchangeAt: clock.now() - 7, depth: 10 }) };
}

function warning(kind: MarketWarningKind, detail = 'as it is'): EventBody {
  return { type: 'market-warning', symbol: PAIR.symbol, kind, detail };
}

const pass = (ms: number): Promise<void> => clock.advance(ms, settle);

async function gapsOf(recorder: Recorder): Promise<unknown[]> {
  await recorder.close();
  return keptOf(openMarket(folder.path, PAIR.symbol)).flatMap((record) =>
    record.type === 'gap' ? [[record.gap.from - DAY, record.gap.to - DAY, record.gap.reason, record.gap.detail]] : [],
  );
}

describe('what a feed says of a market', () => {
  it('is recorded: from the last good book to the next nothing is known, whatever was wrong first', async () => {
    const recorder = await opened();
    recorder.market(warning('poll-failed'));
    recorder.market(book());
    await pass(1000);
    recorder.market(warning('poll-failed', 'no answer'));
    await pass(500);
    recorder.market(warning('recovered'));
    recorder.market(warning('crossed', '100 is not below 99'));
    await pass(500);
    recorder.market(book());
    await pass(1000);
    recorder.market(warning('crossed', '100 is not below 99'));
    await pass(1000);
    recorder.market(book());
    await pass(1000);
    for (const kind of ['empty', 'stale', 'recovered'] as const) recorder.market(warning(kind));
    recorder.market(book());
    expect(recorder.usage()).toMatchObject({ state: 'recording', snapshots: 4, gaps: 2, dropped: 0, lastAt: clock.now() });
    expect(await gapsOf(recorder)).toEqual([
      [0, 2000, 'poll-failed', 'no answer'],
      [2000, 4000, 'withheld', 'crossed: 100 is not below 99'],
    ]);
  });

  it('is a gap to the end when it was wrong at the end, and other symbols are passed over', async () => {
    const recorder = await opened();
    recorder.market(book());
    await pass(1000);
    recorder.market(warning('jumped'));
    recorder.market({ ...(warning('jumped') as EventBody & { type: 'market-warning' }), symbol: 'ETH/EUR' });
    await pass(300);
    expect(await gapsOf(recorder)).toEqual([[0, 1300, 'withheld', 'jumped: as it is']]);
    recorder.market(book());
    expect(recorder.usage().snapshots).toBe(1);
  });
});

describe('the recorder of a daemon', () => {
  const FULL: Disk = { open: () => Promise.reject(new Error('ENOSPC: no space left on device')) };

  function daemonRecorder(told: string[], disk?: Disk, onTrouble: TellTrouble = (message) => void told.push(message)): DaemonRecorder {
    return new DaemonRecorder({ dir: folder.path, clock, symbols: [PAIR.symbol], everyMs: 1000, depth: 10, keepMs: 1e9, onTrouble, disk });
  }

  it('takes no harm from a full disk: it is told once, and status says so', async () => {
    const told: string[] = [];
    const recorder = daemonRecorder(told, FULL);
    recorder.begin(recorded);
    await pass(10);
    for (let i = 0; i < 5; i++) {
      recorder.market(book());
      await pass(1000);
    }
    expect(told).toHaveLength(1);
    expect(told[0]).toContain('ENOSPC');
    expect(recorder.status()).toMatchObject({ state: 'disk-trouble', symbols: ['BTC/EUR'], trouble: told[0] });
    await recorder.close();
  });

  it('goes on once there is room again, and then there is no trouble any more', async () => {
    const notes = new TroubleNotes(clock, { write: () => undefined });
    let isFull = true;
    const disk: Disk = { open: (path) => (isFull ? FULL : systemDisk).open(path) };
    const recorder = daemonRecorder([], disk, (...told) => notes.tell(...told));
    recorder.begin(recorded);
    await pass(10);
    const record = async (): Promise<void> => {
      for (let i = 0; i < 70; i++) {
        recorder.market(book());
        await pass(1000);
      }
    };
    await record();
    expect(notes.last).toEqual([expect.stringMatching(/ENOSPC.* \(since /) as string]);
    isFull = false;
    await record();
    expect(notes.last).toEqual([]);
    expect(recorder.status()).toMatchObject({ state: 'recording', trouble: undefined });
    await recorder.close();
  });

  it('says once that the clock has gone back', async () => {
    const told: string[] = [];
    const recorder = daemonRecorder(told);
    recorder.begin(recorded);
    await pass(500);
    const later = book() as EventBody & { type: 'book' };
    recorder.market({ ...later, book: Object.assign(later.book, { receivedAt: clock.now() + 6000 }) });
    recorder.market(book());
    expect(told).toEqual(['BTC/EUR is not being recorded: its last record is 6.0 s ahead of the clock']);
    await recorder.close();
  });

  it('records markets without the quote tape where another daemon of the folder writes it', { tags: 'long' }, async () => {
    const told: string[] = [];
    const first = daemonRecorder(told);
    first.begin(recorded);
    await pass(500);
    const second = daemonRecorder(told);
    second.begin([{ pair: pairOf('ETH/EUR'), everyMs: 500, depth: 5 }]);
    await pass(1000);
    expect(told).toEqual([expect.stringContaining("quotes can't be recorded")]);
    expect([first.status().state, second.status().state]).toEqual(['recording', 'recording']);
    await Promise.all([first.close(), second.close()]);
  });

  it('waits while another records there, and begins when that has ended', { tags: 'long' }, async () => {
    const told: string[] = [];
    const other = await opened();
    const recorder = daemonRecorder(told);
    recorder.begin(recorded);
    await pass(500);
    recorder.market(book());
    expect(recorder.status()).toMatchObject({ state: 'waiting', snapshots: 0 });
    expect(told).toEqual([expect.stringContaining('it is being recorded there already')]);
    await other.close();
    await pass(30_500);
    recorder.market(book());
    expect(recorder.status()).toMatchObject({ state: 'recording', snapshots: 1, trouble: undefined });
    await recorder.close();
  });
});
