/**
 * What is wrong in the calls of a process, as `strace -f -yy` writes them: each request that places an order must come after a flush
 * of the journal's log that was begun after the last write to it, and after the mark that its bytes may leave from now on.
 */
export function flushFaults(lines: readonly string[]): readonly string[] {
  const faults: string[] = [];
  let requests = 0;
  let isFlushed = false;
  let isMarked = false;
  /** Flushes of the log that are under way, by the number of the thread. */
  const underWay = new Map<string, boolean>();
  for (const [i, line] of lines.entries()) {
    const thread = /^\d+/.exec(line)?.[0] ?? '';
    if (/pwrite64\(\d+<[^>]*\.sqlite-wal>/.test(line)) {
      isFlushed = false;
      for (const other of underWay.keys()) underWay.set(other, false);
    } else if (/f(?:data)?sync\(\d+<[^>]*\.sqlite-wal>/.test(line)) {
      if (line.includes('<unfinished')) underWay.set(thread, true);
      else isFlushed = / = 0\s*$/.test(line);
    } else if (/<\.\.\. f(?:data)?sync resumed>.* = 0\s*$/.test(line)) {
      // Only one that was begun after the last write has flushed it.
      if (underWay.get(thread) === true) isFlushed = true;
      underWay.delete(thread);
    } else if (/pwrite64\(\d+<[^>]*\.sqlite\.sent>/.test(line)) isMarked = true;
    else if (line.includes('"POST /v1/spot-trading/orders')) {
      requests++;
      if (!isFlushed) faults.push(`line ${i + 1}: a request left before the journal was flushed: ${line.slice(0, 160)}`);
      if (!isMarked) faults.push(`line ${i + 1}: a request left without a mark: ${line.slice(0, 160)}`);
      isMarked = false;
    }
  }
  return requests === 0 ? ['no request was seen'] : faults;
}
