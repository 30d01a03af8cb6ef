import { parseJson } from '../../base/json.ts';
import { exchange } from '../../contract/exchange.ts';
import type { ConversionSize } from '../../model/conversion.ts';
import type { Disk } from '../../recording/disk.ts';
import type { Clock } from '../../base/clock.ts';
import type { Settings } from '../settings/loadSettings.ts';
import type { Trader } from '../trader.ts';
import { DaemonRecorder } from './daemonRecorder.ts';
import { QuoteNotes } from './quoteNotes.ts';
import { recordingFolder } from './recordingFolder.ts';

export interface DaemonRecordingOptions {
  readonly settings: Settings;
  readonly clock: Clock;
  /** The folder; without it, the one of the settings, or `data` where the program runs. */
  readonly data?: string | undefined;
  readonly disk?: Disk | undefined;
}

/** What a daemon records: markets, and the conversion quotes that pass through it. */
export interface DaemonRecording {
  readonly recorder: DaemonRecorder;
  follow(trader: Trader): void;
  /** A quote that a person has asked for, as the venue has answered. */
  quoteSeen(parameters: object, body: Uint8Array): void;
  close(): Promise<void>;
}

/** Undefined when the settings have nothing to be recorded. */
export function daemonRecording(options: DaemonRecordingOptions, onTrouble: (message: string) => void): DaemonRecording | undefined {
  const { settings, clock, data, disk } = options;
  const { record } = settings;
  if (record === undefined || record.symbols.length === 0) return undefined;
  const { symbols, every: everyMs, depth, keep: keepMs } = record;
  const dir = data ?? recordingFolder(settings, process.cwd());
  const recorder = new DaemonRecorder({ dir, clock, symbols, everyMs, depth, keepMs, onTrouble, disk });
  const notes = new QuoteNotes(clock, (quote) => recorder.quote(quote));
  return {
    recorder,
    follow(trader) {
      trader.events$.subscribe((event) => notes.event(event));
      trader.commands$.subscribe((command) => notes.command(command));
    },
    quoteSeen(parameters, body) {
      const parsed = exchange['quotes.request'].reply.body.safeParse(parseJson(new TextDecoder().decode(body)));
      if (!parsed.success) return;
      const { id, fromCurrency, toCurrency, amountFrom: fromAmount, amountTo: toAmount, rate, occuredOn: quotedAt, validTo } = parsed.data;
      const quote = { id, fromCurrency, toCurrency, fromAmount, toAmount, rate, quotedAt, validTo };
      const size: ConversionSize = 'toAmount' in parameters && parameters.toAmount !== undefined ? { toAmount } : { fromAmount };
      notes.seen(quote, size);
    },
    close() {
      notes.close();
      return recorder.close();
    },
  };
}
