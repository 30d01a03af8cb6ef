import { isDecimal } from '../../base/decimal.ts';
import { isFault } from '../../base/fault.ts';
import { parseJson } from '../../base/json.ts';
import { exchange } from '../../contract/exchange.ts';
import type { Quote } from '../../model/conversion.ts';
import type { Disk } from '../../recording/disk.ts';
import type { Clock } from '../../base/clock.ts';
import type { TellTrouble } from '../../base/tellTrouble.ts';
import type { Settings } from '../../settings/loadSettings.ts';
import type { Trader } from '../trader.ts';
import { DaemonRecorder } from './daemonRecorder.ts';
import { publisherOf } from './publisherOf.ts';
import { QuoteNotes } from './quoteNotes.ts';
import { recordingFolder } from './recordingFolder.ts';

export interface DaemonRecordingOptions {
  readonly settings: Settings;
  readonly clock: Clock;
  /** The folder. By default that of the settings, else `data` where the program runs. */
  readonly data?: string | undefined;
  readonly disk?: Disk | undefined;
}

/** What a daemon records: markets, and the conversion quotes that pass through it. */
export interface DaemonRecording {
  readonly recorder: DaemonRecorder;
  follow(trader: Trader): void;
  /** Gets a quote for a person, and notes what became of it. */
  quote(parameters: Readonly<Record<string, unknown>>, get: () => Promise<Uint8Array>): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** Undefined when the settings name nothing to record. */
export function daemonRecording(options: DaemonRecordingOptions, onTrouble: TellTrouble): DaemonRecording | undefined {
  const { settings, clock, data, disk } = options;
  const { record } = settings;
  if (record === undefined || record.symbols.length === 0) return undefined;
  const { symbols, every: everyMs, depth, keep: keepMs } = record;
  const dir = data ?? recordingFolder(settings, process.cwd());
  const publisher = publisherOf(settings, clock, onTrouble);
  const recorder = new DaemonRecorder({ dir, clock, symbols, everyMs, depth, keepMs, onTrouble, disk, publisher });
  const notes = new QuoteNotes(clock, (quote) => recorder.quote(quote));
  return {
    recorder,
    follow(trader) {
      trader.events$.subscribe((event) => notes.event(event));
      trader.commands$.subscribe((command) => notes.command(command));
    },
    async quote(parameters, get) {
      const asked = askedIn(notes, parameters);
      try {
        const body = await get();
        const quote = quoteOf(body);
        if (quote !== undefined) asked?.quoted(quote);
        return body;
      } catch (error) {
        if (isFault(error)) asked?.refused(error.venueCode ?? error.code);
        throw error;
      }
    },
    close() {
      notes.close();
      return recorder.close();
    },
  };
}

/** Undefined when the parameters do not ask for a quote. Then nothing is sent either. */
function askedIn(notes: QuoteNotes, { fromCurrency, toCurrency, fromAmount, toAmount }: Readonly<Record<string, unknown>>) {
  if (typeof fromCurrency !== 'string' || typeof toCurrency !== 'string') return undefined;
  if (isDecimal(fromAmount)) return notes.asked(fromCurrency, toCurrency, { fromAmount });
  return isDecimal(toAmount) ? notes.asked(fromCurrency, toCurrency, { toAmount }) : undefined;
}

function quoteOf(body: Uint8Array): Quote | undefined {
  const parsed = exchange['quotes.request'].reply.body.safeParse(parseJson(new TextDecoder().decode(body)));
  if (!parsed.success) return undefined;
  const { id, fromCurrency, toCurrency, amountFrom: fromAmount, amountTo: toAmount, rate, occuredOn: quotedAt, validTo } = parsed.data;
  return { id, fromCurrency, toCurrency, fromAmount, toAmount, rate, quotedAt, validTo };
}
