import { readdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { DAY_MS } from '../../src/base/instant.ts';
import { csvReader } from '../../src/recording/importCsv.ts';
import { linesOf, linesOfFile, linesOfSource } from '../../src/recording/linesOf.ts';
import { listRecordings } from '../../src/recording/listRecordings.ts';
import { openMarket } from '../../src/recording/openMarket.ts';
import { verifyRecordings } from '../../src/recording/verifyRecordings.ts';
import { importInto, inPieces, snapshotsOf } from './exports.ts';
import { DAY, gapOf, keptOf, pairOf, temporaryFolder } from './worlds.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

const line = (at: number, bids = '[["100.5","1"]]', asks = '[["101","2.5"]]'): string =>
  `{"receivedAt":${at},"exchangeAt":${at - 5},"bids":${bids},"asks":${asks}}`;
const header = 'exchange,symbol,timestamp,local_timestamp,asks[0].price,asks[0].amount,bids[0].price,bids[0].amount';

describe('a line that can not be taken', () => {
  it.each<[string, string]>([
    ['{"receivedAt":', 'line 2: "{\\"receivedAt\\":" is not JSON'],
    ['7', 'line 2: expected an object with receivedAt, exchangeAt, bids, asks'],
    ['', 'line 2: "" is not JSON'],
    [line(DAY).replace('receivedAt', 'time'), 'line 2: "time" is not a field of a snapshot'],
    [line(1.5), 'line 2: receivedAt is 1.5: expected whole milliseconds since 1970'],
    [line(DAY - 1), `line 2: receivedAt ${DAY - 1} is before that of the snapshot before, ${DAY}: expected order of time`],
    [line(DAY, '{}'), 'line 2: bids is {}: expected a list of levels'],
    [line(DAY, '[[100,"1"]]'), 'line 2: bids[0] is [100,"1"]: expected ["PRICE","AMOUNT"], both as texts'],
    [line(DAY, '[["100.123","1"]]'), 'line 2: bids[0] price "100.123" is no multiple of 0.01'],
    [line(DAY, '[["100","0.000001"]]'), 'line 2: bids[0] amount "0.000001" is no multiple of 0.00001'],
    [line(DAY, '[["100","0"]]'), 'line 2: bids[0] amount "0" is not above 0'],
    [line(DAY, '[["-100","1"]]'), 'line 2: bids[0] price "-100" is not a decimal number above 0'],
    [line(DAY, '[["100","90071992547409.92"]]'), 'line 2: bids[0] amount "90071992547409.92" is too large'],
    [line(DAY, '[["100","1"],["100","1"]]'), 'line 2: bids[1] price "100" is not below that of the level before'],
    [line(DAY, '[]', '[["101","1"],["100","1"]]'), 'line 2: asks[1] price "100" is not above that of the level before'],
    [line(DAY, `[${Array.from({ length: 251 }, (_, i) => `["${999 - i}","1"]`).join()}]`), 'line 2: bids has more than 250 levels'],
  ])('%s: its number, the field, the value and what was expected are told, and nothing is imported', async (bad, message) => {
    await expect(importInto(folder.path, [line(DAY), bad])).rejects.toThrow(message);
    expect(listRecordings(folder.path)).toEqual([]);
    expect(readdirSync(folder.path).filter((name) => name.startsWith('.import'))).toEqual([]);
  });

  it.each<[string, string, string]>([
    ['exchange,symbol,timestamp', '', 'line 1: the column local_timestamp is missing'],
    ['symbol,timestamp,local_timestamp', '', 'line 1: the columns bids[0].price and asks[0].price are missing'],
    [header, `x,S,${DAY}000,${DAY}000,101,1,100`, 'line 2: the row has 7 cells, and the header 8'],
    [header, `x,S,soon,${DAY}000,101,1,100,1`, 'line 2: timestamp is "soon": expected whole microseconds'],
    [header, `x,S,${DAY}000,${DAY}000,101,,100,1`, 'line 2: asks[0] amount "" is not a decimal number above 0'],
    [header, `x,S,${DAY}000,${DAY}000,101,1,100,1\nx,T,${DAY}000,${DAY}000,101,1,100,1`, 'line 3: symbol is "T", and "S" above'],
  ])('in CSV too: %s %s', async (head, rows, message) => {
    await expect(importInto(folder.path, [head, ...rows.split('\n')], { reader: csvReader() })).rejects.toThrow(message);
    expect(listRecordings(folder.path)).toEqual([]);
  });
});

describe('an import', () => {
  it('takes columns of CSV in any order, exponents, and cuts microseconds', async () => {
    const head = 'symbol,local_timestamp,timestamp,bids[0].price,bids[0].amount,asks[0].price,asks[0].amount,bids[1].price,bids[1].amount';
    const row = `XBT,${DAY}999,${DAY}001,100.50,1e-5,101,2,,`;
    await importInto(folder.path, [head, row], { reader: csvReader() });
    const [found] = snapshotsOf(openMarket(folder.path, 'BTC/EUR'));
    expect(found).toEqual({ at: DAY, exchangeAt: DAY, bids: ['100.5 0.00001'], asks: ['101 2'] });
  });

  it('takes CSV that has room for more levels than a book may have, as long as it does not use it', async () => {
    const columns = Array.from({ length: 300 }, (_, i) => `bids[${i}].price,bids[${i}].amount,asks[${i}].price,asks[${i}].amount`);
    const head = ['symbol,timestamp,local_timestamp', ...columns].join();
    const row = `XBT,${DAY}000,${DAY}000,100.5,1,101,2${','.repeat(299 * 4)}`;
    expect(await importInto(folder.path, [head, row], { reader: csvReader() })).toMatchObject({ snapshots: 1 });
    expect(keptOf(openMarket(folder.path, 'BTC/EUR'))).toMatchObject([{ type: 'book', depth: 250, bids: [[10_050, 100_000]] }]);
  });

  it('learns the pace, and writes longer times without a snapshot as gaps', async () => {
    const at = [0, 1000, 2000, 3000, 60_000, 61_000].map((ms) => DAY + ms);
    const imported = await importInto(
      folder.path,
      at.map((time) => line(time)),
    );
    expect(imported).toMatchObject({ snapshots: 6, gaps: 1, from: DAY, to: DAY + 61_000 });
    const gaps = keptOf(openMarket(folder.path, 'BTC/EUR')).filter(({ type }) => type === 'gap');
    expect(gaps).toEqual([gapOf(DAY + 3000, DAY + 60_000, 'poll-failed', 'no book for 57.0 s')]);
  });

  it('does not take a gap for the pace, of three snapshots either', async () => {
    const imported = await importInto(folder.path, [line(DAY), line(DAY + 60_000), line(DAY + 61_000)]);
    expect(imported).toMatchObject({ snapshots: 3, gaps: 1 });
  });

  it('goes on behind what is recorded, and says that nothing is known in between', { tags: 'long' }, async () => {
    await importInto(folder.path, [line(DAY), line(DAY + 1000)]);
    await importInto(folder.path, [line(DAY + DAY_MS)]);
    await importInto(folder.path, [line(DAY + DAY_MS + 6000)], { append: true });
    const { files, isIntact } = verifyRecordings(folder.path);
    expect(isIntact).toBe(true);
    expect(files.map(({ file }) => file.slice(file.lastIndexOf('/') + 1).replace('.zst', ''))).toEqual([
      '2026-11-20.slm',
      '2026-11-21.slm',
      '2026-11-21.1.slm',
    ]);
    expect(files.flatMap(({ gaps }) => gaps.map(({ from, to, reason }) => [from - DAY, to - DAY, reason]))).toEqual([
      [1000, DAY_MS, 'stopped'],
      [DAY_MS, DAY_MS + 6000, 'stopped'],
    ]);
  });

  it('is refused on a day that exists unless it is appended, before what is recorded, on another grid, and while it is recorded', async () => {
    await importInto(folder.path, [line(DAY + 1000)]);
    const later = [line(DAY + 2000)];
    await expect(importInto(folder.path, later)).rejects.toThrow(
      'BTC/EUR is recorded up to 2026-11-20T00:00:01.000Z there already, on the day',
    );
    await expect(importInto(folder.path, [line(DAY)], { append: true })).rejects.toThrow(
      'and the first snapshot is from 2026-11-20T00:00:00.000Z',
    );
    const pair = pairOf('BTC/EUR', 3);
    await expect(importInto(folder.path, later, { append: true, pair })).rejects.toThrow(
      'is recorded with precision 2 and volume step 0.00001',
    );
    const lock = () => Promise.reject(new Error('taken'));
    await expect(importInto(folder.path, later, { append: true, lock })).rejects.toThrow('taken');
    const busy = () => Promise.reject(new Fault('daemon-running', 'in use by process 7'));
    await expect(importInto(folder.path, later, { append: true, lock: busy })).rejects.toMatchObject({
      message: `BTC/EUR can't be imported to ${folder.path}: it is being recorded there already`,
      suggestion: 'stop the other recorder (in use by process 7), or use another folder',
    });
    expect(snapshotsOf(openMarket(folder.path, 'BTC/EUR'))).toHaveLength(1);
  });

  it('of nothing is refused', async () => {
    await expect(importInto(folder.path, [])).rejects.toThrow('there is no snapshot in the file');
  });
});

describe('the lines of a file', () => {
  it('are the same wherever its bytes are cut, with either end of a line, and the last without one', async () => {
    for (const size of [1, 2, 3, 7, 100]) {
      const lines = await Array.fromAsync(linesOf(inPieces('a\r\nbö€\n\n𝄞', size)));
      expect(lines.flat()).toEqual(['a', 'bö€', '', '𝄞']);
    }
  });

  it('are decompressed, and a broken file is told of', async () => {
    const path = `${folder.path}/lines.gz`;
    writeFileSync(path, gzipSync('one\ntwo\n'));
    expect((await Array.fromAsync(linesOfFile(path))).flat()).toEqual(['one', 'two']);
    writeFileSync(path, 'no gzip');
    await expect(Array.fromAsync(linesOfFile(path))).rejects.toThrow("lines.gz can't be read");
    const foreign = linesOfSource(
      'standard input',
      (async function* () {
        yield await Promise.resolve(Uint8Array.of(0xff, 0xfe, 0x7b));
      })(),
    );
    await expect(Array.fromAsync(foreign)).rejects.toThrow("standard input can't be read: The encoded data was not valid");
    await expect(Array.fromAsync(linesOfFile(`${path}.not`))).rejects.toThrow("lines.gz.not can't be read");
  });
});
