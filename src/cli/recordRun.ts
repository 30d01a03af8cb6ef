import type { Clock } from '../base/clock.ts';
import { counted } from '../base/counted.ts';
import { Fault } from '../base/fault.ts';
import { durationText, isoOf } from '../base/instant.ts';
import { systemClock } from '../base/systemClock.ts';
import { publisherOf } from '../daemon/recorder/publisherOf.ts';
import { type MarketRecording, recordMarkets } from '../daemon/recorder/recordMarkets.ts';
import type { SymbolUsage } from '../daemon/recorder/recorder.ts';
import type { Settings } from '../settings/loadSettings.ts';
import type { Pair } from '../model/pair.ts';
import { bytesText } from '../base/bytesText.ts';
import type { Column } from './column.ts';
import { marketAccess } from './marketAccess.ts';
import { printRows } from './print.ts';
import { draw } from './outputGuard.ts';
import { plainLine } from '../base/plainText.ts';
import { say, type Shell } from './shell.ts';
import { untilStopped } from './untilStopped.ts';

export interface RecordRunOptions {
  readonly symbols: 'all' | readonly string[];
  readonly dir: string;
  readonly everyMs: number;
  readonly statisticsMs: number;
  readonly depth: number;
  readonly keepMs: number | undefined;
  /** When given, the recording ends by itself after this long. */
  readonly forMs: number | undefined;
}

const TELL_EVERY_MS = 250;
/** The time between two lines without a terminal. */
const LINE_EVERY_MS = 10_000;

/** Records until a signal or the end of its time, and prints what was recorded. */
export async function recordRun(shell: Shell, settings: Settings, options: RecordRunOptions): Promise<void> {
  const clock = systemClock;
  const stop = shell.stopSignal();
  const access = await marketAccess(shell, settings);
  let lastTrouble: string | undefined;
  try {
    const pairs = wantedPairs(await access.pairs(), options.symbols);
    const failed = Promise.withResolvers<never>();
    const onTrouble = (message: string): void => {
      lastTrouble = message;
      if (shell.err.isTTY === true) draw(shell.err, '\r\u001b[K');
      say(shell, `${isoOf(clock.now()).slice(11, 19)} ${plainLine(message)}`);
    };
    const publisher = publisherOf(settings, clock, onTrouble);
    const recording = await recordMarkets({
      ...options,
      client: access.client,
      clock,
      pairs,
      publisher,
      onTrouble,
      onFailure: failed.reject,
    });
    const what = pairs.length === 1 ? pairs[0]!.symbol : `${pairs.length} pairs`;
    say(shell, `recording ${what} to ${options.dir}${publisher === undefined ? '' : `, publishing to ${publisher.status().stream}`}`);
    const endProgress = progress(shell, clock, recording);
    const over = new AbortController();
    try {
      await Promise.race([untilStopped(clock, stop, options.forMs, over.signal), failed.promise]);
    } finally {
      over.abort();
      endProgress();
      await recording.close();
    }
    finish(shell, recording, lastTrouble, stop.aborted);
  } finally {
    await access.close();
  }
}

function wantedPairs(pairs: readonly Pair[], symbols: 'all' | readonly string[]): readonly Pair[] {
  if (symbols === 'all') return pairs;
  return symbols.map((symbol) => {
    const pair = pairs.find((candidate) => candidate.symbol === symbol);
    if (pair !== undefined) return pair;
    throw new Fault('not-found', `the venue does not list ${symbol}`, { suggestion: '`sluice pairs` shows those that it lists' });
  });
}

/** Prints the progress: one line that is overwritten on a terminal, else a line now and then. Returns a function that ends it. */
function progress(shell: Shell, clock: Clock, recording: MarketRecording): () => void {
  const isTerminal = shell.err.isTTY === true && shell.options.output !== 'json' && shell.options.output !== 'ndjson';
  const beganMs = clock.monotonicMs();
  const line = (): string => {
    const { snapshots, gaps, dropped, bytes, state } = recording.usage();
    const ms = clock.monotonicMs() - beganMs;
    const lost = dropped === 0 ? '' : `, ${dropped} NOT recorded`;
    const rate = ((snapshots / Math.max(1, ms)) * 1000).toFixed(1);
    const trouble = state === 'recording' ? '' : ', the disk takes nothing';
    return `${durationText(ms)}: ${counted(snapshots, 'snapshot')}, ${rate}/s, ${bytesText(bytes)}, ${counted(gaps, 'gap')}${lost}${trouble}`;
  };
  let cancel: () => void;
  const again = (): void => {
    cancel = clock.setTimer(isTerminal ? TELL_EVERY_MS : LINE_EVERY_MS, () => {
      if (isTerminal) draw(shell.err, `\r${line()}\u001b[K`);
      else say(shell, line());
      again();
    });
  };
  again();
  return () => {
    cancel();
    if (isTerminal) draw(shell.err, '\r\u001b[K');
  };
}

function finish(shell: Shell, recording: MarketRecording, lastTrouble: string | undefined, isStopped: boolean): void {
  const { symbols, snapshots, dropped } = recording.usage();
  printRows(shell, columns, symbols);
  const { failed } = recording.feedUsage().counters;
  if (snapshots > 0 || isStopped) return;
  if (dropped > 0) throw new Fault('store', `nothing could be written: ${lastTrouble ?? 'the disk took no more'}`);
  const why = failed > 0 ? 'no book came' : 'no good book came';
  throw new Fault('network', `${why}, and so nothing was recorded: ${lastTrouble ?? 'there was no answer in that time'}`, {
    retryable: true,
  });
}

const columns: readonly Column<SymbolUsage>[] = [
  { key: 'symbol', value: (row) => row.symbol },
  { key: 'snapshots', kind: 'number', value: (row) => row.snapshots },
  { key: 'gaps', kind: 'number', value: (row) => row.gaps },
  { key: 'dropped', kind: 'number', value: (row) => row.dropped },
  { key: 'bytes', kind: 'number', value: (row) => row.bytes },
  { key: 'bytesPerSnapshot', title: 'BYTES/SNAPSHOT', kind: 'number', value: ({ bytes, snapshots }) => perSnapshot(bytes, snapshots) },
  { key: 'lastAt', title: 'LAST', kind: 'time', value: (row) => row.lastAt },
];

function perSnapshot(bytes: number, snapshots: number): number | undefined {
  return snapshots === 0 ? undefined : Math.round((bytes / snapshots) * 10) / 10;
}
