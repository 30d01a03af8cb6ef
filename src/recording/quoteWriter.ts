import type { CancelTimer, Clock } from '../base/clock.ts';
import { Fault } from '../base/fault.ts';
import { dayOf, type Instant } from '../base/instant.ts';
import { HEAD_BYTES, KEYFRAME, QUOTES, STOPPED } from './chunk.ts';
import type { ChunkLog, LogHeader } from './chunkLog.ts';
import { shownValue } from '../base/shownValue.ts';
import { jsonObject } from './jsonObject.ts';
import { quoteLine, type QuoteRecord } from './quoteTape.ts';

const FORMAT = 'sluice-quotes';
const VERSION = 1;
const HEADER: LogHeader = {
  text: JSON.stringify({ format: FORMAT, version: VERSION }),
  continues: (existing) => existing === HEADER.text,
};

/** Throws a `Fault` when a file's header is not that of a quote tape of this version. */
export function requireQuotesHeader(text: string | undefined, file: string): void {
  const { format, version } = jsonObject(text ?? '{}', `${file}: the header`);
  if (format !== FORMAT) throw new Fault('store', `${file} is not a quote tape`);
  if (version !== VERSION) throw new Fault('schema-newer', `${file} is of version ${shownValue(version)}; this program reads ${VERSION}`);
}

/** Writes the quote tape. Quotes are few, so each chunk holds some whole lines. */
export class QuoteWriter {
  readonly #log: ChunkLog;
  readonly #clock: Clock;
  readonly #flushMs: number;
  #day: Instant | undefined;
  #at: Instant = -Infinity;
  #firstAt: Instant = 0;
  #lines: string[] = [];
  #cancelFlush: CancelTimer | undefined;

  constructor(log: ChunkLog, clock: Clock, flushMs: number) {
    this.#log = log;
    this.#clock = clock;
    this.#flushMs = flushMs;
  }

  get log(): ChunkLog {
    return this.#log;
  }

  quote(quote: QuoteRecord): void {
    const at = Math.max(quote.decidedAt, this.#at);
    if (dayOf(at) !== this.#day) {
      this.#takeUp();
      this.flush();
      if (dayOf(at) !== this.#day) this.#begin(dayOf(at));
    }
    if (this.#lines.length === 0) this.#firstAt = at;
    this.#at = at;
    this.#lines.push(quoteLine(quote));
    this.#cancelFlush ??= this.#clock.setTimer(this.#flushMs, () => this.flush());
  }

  /** The log has lost its queue. The next quote opens the file again. */
  failed(): void {
    this.#day = undefined;
  }

  flush(flags = 0): void {
    this.#cancelFlush?.();
    this.#cancelFlush = undefined;
    if (this.#day === undefined || (this.#lines.length === 0 && flags === 0)) return;
    const text = this.#lines.map((line) => `${line}\n`).join('');
    const payload = new TextEncoder().encode(text);
    const bytes = new Uint8Array(HEAD_BYTES + payload.length);
    bytes.set(payload, HEAD_BYTES);
    const firstAt = this.#lines.length === 0 ? this.#at : this.#firstAt;
    const head = { kind: QUOTES, flags: KEYFRAME | flags, entries: this.#lines.length, gaps: 0, firstAt, lastAt: this.#at };
    this.#lines = [];
    this.#log.append({ bytes, head });
  }

  async close(): Promise<void> {
    this.#takeUp();
    this.flush(STOPPED);
    await this.#log.close();
  }

  /** What a disk that failed has not taken is still here, belongs to its own day, and has nobody else who would write it. */
  #takeUp(): void {
    if (this.#day === undefined && this.#lines.length > 0) this.#begin(dayOf(this.#at));
  }

  #begin(day: Instant): void {
    this.#day = day;
    this.#log.begin(day, HEADER);
  }
}
