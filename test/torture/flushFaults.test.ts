import { describe, expect, it } from 'vitest';
import { flushFaults } from './flushFaults.ts';

const WRITE = '11 pwrite64(21</s/account-1.sqlite-wal>, "..", 4096, 32) = 4096';
const FLUSH = '11 fdatasync(21</s/account-1.sqlite-wal>) = 0';
const MARK = '10 pwrite64(23</s/account-1.sqlite.sent>, "..", 48, 96) = 48';
const SEND = '10 write(25<TCP:[127.0.0.1:5->127.0.0.1:6]>, "POST /v1/spot-trading/orders HTTP/1.1\\r\\n", 400) = 400';

describe(flushFaults.name, () => {
  it('takes a request for good that leaves after flush and mark', () => {
    expect(flushFaults([WRITE, FLUSH, MARK, SEND])).toEqual([]);
    const split = ['11 fdatasync(21</s/account-1.sqlite-wal> <unfinished ...>', '11 <... fdatasync resumed>) = 0'];
    expect(flushFaults([WRITE, ...split, MARK, SEND])).toEqual([]);
  });

  it.each([
    ['without a flush', [WRITE, MARK, SEND], 'before the journal was flushed'],
    [
      'while the flush is under way',
      [WRITE, '11 fdatasync(21</s/a.sqlite-wal> <unfinished ...>', MARK, SEND],
      'before the journal was flushed',
    ],
    [
      'after a flush that was begun before the last write',
      ['11 fdatasync(21</s/a.sqlite-wal> <unfinished ...>', WRITE, '11 <... fdatasync resumed>) = 0', MARK, SEND],
      'before the journal was flushed',
    ],
    [
      'after a flush that failed',
      [WRITE, '11 fdatasync(21</s/a.sqlite-wal>) = -1 EIO (Input/output error)', MARK, SEND],
      'before the journal was flushed',
    ],
    ['without a mark', [WRITE, FLUSH, SEND], 'without a mark'],
    ['of which there is none', [WRITE, FLUSH, MARK], 'no request was seen'],
  ])('finds a request that leaves %s', (_what, lines, words) => {
    expect(flushFaults(lines).join()).toContain(words);
  });
});
