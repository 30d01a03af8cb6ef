import { describe, expect, it } from 'vitest';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { progressLine } from '../../src/cli/progressLine.ts';
import { createShell } from '../../src/cli/shell.ts';
import { type TestIo, testIo } from './testIo.ts';

interface Told {
  readonly clock: VirtualClock;
  readonly io: TestIo;
  readonly line: ReturnType<typeof progressLine>;
}

function begin(output?: string, columns?: number): Told {
  const clock = new VirtualClock(0);
  const io = testIo(columns === undefined ? {} : { columns });
  return { clock, io, line: progressLine(createShell(io, { output }), 'book', clock) };
}

/** A hundred parts that take a second each, and the end. */
async function work({ clock, line }: Told): Promise<void> {
  for (let i = 1; i <= 100; i++) {
    await clock.advance(1000, () => Promise.resolve());
    line.tell(i / 100, i * 10);
  }
  line.end(1000);
}

describe('progressLine', () => {
  it('is a line on a pipe for each tenth that is done, and one for the end', async () => {
    const told = begin();
    await work(told);
    const lines = told.io.stderr().split('\n');
    expect(lines.slice(0, 2)).toEqual(['10 %  100 books, 10 books/s, 1 min left', '20 %  200 books, 10 books/s, 1 min left']);
    expect(lines.slice(8)).toEqual(['90 %  900 books, 10 books/s, 10.0 s left', '1000 books in 1 min, 10 books/s', '']);
    for (const sign of ['\r', '\u001b']) expect(told.io.stderr()).not.toContain(sign);
  });

  it('says nothing on a pipe within two seconds of what it said last, however much is done', async () => {
    const { clock, io, line } = begin();
    await clock.advance(1999, () => Promise.resolve());
    line.tell(0.5, 5);
    expect(io.stderr()).toBe('');
    await clock.advance(1, () => Promise.resolve());
    line.tell(0.5, 5);
    line.tell(0.9, 9);
    expect(io.stderr()).toBe('50 %  5 books, 3 books/s, 2.0 s left\n');
  });

  it('is silent on a pipe until the end where the share is not known', async () => {
    const { clock, io, line } = begin();
    for (let i = 0; i < 10; i++) {
      await clock.advance(3000, () => Promise.resolve());
      line.tell(undefined, i);
    }
    expect(io.stderr()).toBe('');
    line.end(10);
    expect(io.stderr()).toBe('10 books in 30.0 s, 20 books/min\n');
  });

  it('is one line on a terminal, written again and again', async () => {
    const told = begin(undefined, 80);
    await work(told);
    expect(told.io.stderr().match(/\r/g)).toHaveLength(101);
    expect(told.io.stderr().match(/\n/g)).toHaveLength(1);
  });

  it('says nothing of what is left as long as nothing is known to be done', async () => {
    const { clock, io, line } = begin(undefined, 80);
    await clock.advance(6000, () => Promise.resolve());
    line.tell(0, 900);
    expect(io.stderr()).toBe('\r0 %  900 books, 150 books/s\u001b[K');
  });

  it('tells slow work by the minute or the hour, and not as none', async () => {
    const { clock, io, line } = begin();
    await clock.advance(30_000, () => Promise.resolve());
    line.tell(0.5, 2);
    await clock.advance(7_170_000, () => Promise.resolve());
    line.end(4);
    expect(io.stderr()).toBe('50 %  2 books, 4 books/min, 30.0 s left\n4 books in 2 h 0 min, 2 books/h\n');
  });

  it('tells one of a thing as one', async () => {
    const { clock, io, line } = begin();
    await clock.advance(3_600_000, () => Promise.resolve());
    line.tell(0.5, 1);
    line.end(1);
    expect(io.stderr()).toBe('50 %  1 book, 1 book/h, 1 h 0 min left\n1 book in 1 h 0 min, 1 book/h\n');
  });

  it.each(['json', 'ndjson'])('tells programs nothing (%s)', async (output) => {
    for (const columns of [undefined, 80]) {
      const told = begin(output, columns);
      await work(told);
      expect(told.io.stderr()).toBe('');
    }
  });
});
