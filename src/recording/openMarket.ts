import { Fault } from '../base/fault.ts';
import { DAY_MS, isoOf } from '../base/instant.ts';
import { listDayFiles, MARKET_FILE, symbolFolder } from './dayFiles.ts';
import type { MarketCursor } from './marketCursor.ts';
import { openStream, readRecordingHeader } from './openStream.ts';
import { RecordingCursor, type RecordingRange, type RecordingSource } from './recordingCursor.ts';
import type { RecordingHeader } from './recordingHeader.ts';

/**
 * Opens the recording of a symbol below `dir`, from the first record at or after `from` to the last before `to`. A recording that
 * is still being written ends with what was on disk.
 *
 * Throws a `Fault`: `not-found` when there is nothing in the range, `invalid-request` when the pair's grid changed within it,
 * `schema-newer` for a file of a later version, `store` when the files can't be opened.
 */
export function openMarket(dir: string, symbol: string, range: RecordingRange = {}): MarketCursor {
  const { from = -Infinity, to = Infinity } = range;
  const all = listDayFiles(symbolFolder(dir, symbol), MARKET_FILE);
  const files = all.filter(({ day }) => day + DAY_MS > from && day < to);
  if (files.length === 0) throw nothingRecorded(dir, symbol, range, all.length > 0);
  const headers = files.map((file) => readRecordingHeader(file));
  const first = headers.find((header) => header !== undefined);
  if (first === undefined) throw new Fault('store', `${symbol}: no file of the range in ${dir} has a header that can be read`);
  const sources = files.map((file, i): RecordingSource => {
    const header = headers[i];
    const own = { header: header ?? first, isReadable: header !== undefined };
    return { ...own, day: file.day, name: file.path, open: () => openStream(file) };
  });
  requireOneGrid(sources);
  return new RecordingCursor(sources, range);
}

/** One walk can't mix ticks and lots of two grids. */
function requireOneGrid(sources: readonly RecordingSource[]): void {
  const gridText = ({ pair: { grid } }: RecordingHeader): string => `${grid.precision} decimals, volume step ${grid.lot.toFixed()}`;
  for (const [i, { header, day }] of sources.entries()) {
    const before = sources[Math.max(0, i - 1)]!.header;
    if (gridText(before) === gridText(header)) continue;
    const detail = `from ${gridText(before)} to ${gridText(header)}`;
    throw new Fault('invalid-request', `the grid of ${header.pair.symbol} changed on ${isoOf(day).slice(0, 10)} ${detail}`, {
      suggestion: 'read up to that day, or from it on',
    });
  }
}

function nothingRecorded(dir: string, symbol: string, { from, to }: RecordingRange, isElsewhere: boolean): Fault {
  const since = from === undefined ? '' : ` from ${isoOf(from)}`;
  const until = to === undefined ? '' : ` to ${isoOf(to)}`;
  return new Fault('not-found', `nothing of ${symbol} is recorded in ${dir}${since}${until}`, {
    suggestion: isElsewhere ? 'there are other days: see `sluice data ls`' : 'record it with `sluice record`',
  });
}
