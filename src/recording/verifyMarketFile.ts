import { messageOf } from '../base/fault.ts';
import { DAY_MS, type Instant } from '../base/instant.ts';
import { HEADER, HEADER_CHUNKS, KEYFRAME, MARKET } from './chunk.ts';
import { ChunkReader } from './chunkReader.ts';
import { DamageList } from './damageList.ts';
import { type DayFile } from './dayFiles.ts';
import { endOfFlags, type FileEnd } from './inspectDayFile.ts';
import { BOOK, GAP, type MarketGap } from './marketCursor.ts';
import { openStream } from './openStream.ts';
import { BROKEN, RAN_OUT, RecordDecoder } from './recordDecoder.ts';
import { headerOf, type RecordingHeader } from './recordingHeader.ts';
import { levelFaultOf } from './levelFault.ts';
import type { VerifiedFile } from './verification.ts';

/** Decodes a file from end to end. `previousAt` is the last record of the symbol's file before it, if there is one. */
export function verifyMarketFile(file: DayFile, symbol: string, previousAt: Instant | undefined): VerifiedFile {
  const stream = openStream(file);
  try {
    const verifier = new MarketVerifier(new ChunkReader(stream), file, symbol, previousAt);
    verifier.run();
    verifier.damage.addCompression(stream);
    return verifier.result();
  } finally {
    stream.close();
  }
}

class MarketVerifier {
  readonly damage: DamageList;
  readonly #reader: ChunkReader;
  readonly #file: DayFile;
  readonly #symbol: string;
  readonly #previousAt: Instant | undefined;
  readonly #gaps: MarketGap[] = [];
  #decoder: RecordDecoder | undefined;
  /** Edits can be applied, since nothing was lost since the last keyframe. */
  #isAnchored = false;
  #snapshots = 0;
  #statistics = 0;
  #from: Instant | undefined;
  #to: Instant | undefined;
  #end: FileEnd = 'open';

  constructor(reader: ChunkReader, file: DayFile, symbol: string, previousAt: Instant | undefined) {
    this.damage = new DamageList(file.path);
    this.#reader = reader;
    this.#file = file;
    this.#symbol = symbol;
    this.#previousAt = previousAt;
  }

  run(): void {
    const reader = this.#reader;
    while (reader.next()) {
      const { head, skipped } = reader;
      this.damage.addSkipped(reader);
      if (skipped !== undefined && head.sequence > HEADER_CHUNKS) this.#isAnchored = false;
      if (head.kind === HEADER) this.#begin();
      else if (head.kind === MARKET) this.#chunk();
      else this.#wrong(`a chunk of kind ${head.kind} does not belong here`);
    }
    this.damage.addSkipped(reader);
    if (this.#decoder === undefined) this.#wrong('there is no header that can be read');
  }

  result(): VerifiedFile {
    const { path: file } = this.#file;
    const counts = { snapshots: this.#snapshots, statistics: this.#statistics, from: this.#from, to: this.#to, end: this.#end };
    return { file, symbol: this.#symbol, ...counts, gaps: this.#gaps, damage: this.damage.all() };
  }

  #begin(): void {
    if (this.#decoder !== undefined) return;
    const { bytes, payloadFrom, payloadEnd } = this.#reader;
    let header: RecordingHeader;
    try {
      header = headerOf(new TextDecoder().decode(bytes.subarray(payloadFrom, payloadEnd)), this.#file.path);
    } catch (error) {
      this.#wrong(messageOf(error));
      return;
    }
    const { pair, wide, previousAt } = header;
    if (pair.symbol !== this.#symbol) this.#wrong(`the header says ${pair.symbol}, and the folder ${this.#symbol}`);
    if (this.#previousAt !== undefined && previousAt !== undefined && previousAt > this.#previousAt) {
      this.#wrong('records between the file before and this one are missing');
    }
    this.#decoder = new RecordDecoder(pair.symbol, pair.grid, wide);
  }

  #chunk(): void {
    const { head, bytes, payloadFrom, payloadEnd } = this.#reader;
    const decoder = this.#decoder;
    this.#end = endOfFlags(head.flags);
    if (payloadFrom === payloadEnd) return;
    const isKeyframe = (head.flags & KEYFRAME) !== 0;
    if (isKeyframe) this.#isAnchored = true;
    else if (!this.#isAnchored && !this.damage.isOpen) this.#wrong('a chunk builds on a keyframe that is not there');
    if (decoder === undefined || !this.#isAnchored) return;
    if (head.firstAt < (this.#to ?? this.#file.day) || head.lastAt >= this.#file.day + DAY_MS)
      this.#wrong('times go back, or leave the day');
    const counted = { snapshots: this.#snapshots, gaps: this.#gaps.length };
    decoder.begin(bytes, payloadFrom, payloadEnd, isKeyframe ? head.firstAt : undefined);
    this.#from ??= head.firstAt;
    if (decoder.nextAt() !== head.firstAt) this.#wrong('the first record is not of the time that the chunk says');
    this.#records(decoder);
    this.#to = decoder.at;
    const isCounted = head.entries === this.#snapshots - counted.snapshots && head.gaps === this.#gaps.length - counted.gaps;
    if (!isCounted || decoder.at !== head.lastAt) this.#wrong('the records are not the ones that the chunk announces');
  }

  #records(decoder: RecordDecoder): void {
    for (let type = decoder.next(); type !== RAN_OUT; type = decoder.next()) {
      if (type === BROKEN) {
        this.#isAnchored = false;
        this.#wrong('a record makes no sense');
        return;
      }
      const fault = type === BOOK ? levelFaultOf(decoder.book) : undefined;
      if (fault !== undefined) this.#wrong(fault);
      else this.damage.good(decoder.at);
      if (type === BOOK) this.#snapshots++;
      else if (type === GAP) this.#gaps.push(decoder.gap!);
      else this.#statistics++;
    }
  }

  #wrong(what: string): void {
    const { offset, payloadEnd, payloadFrom } = this.#reader;
    this.damage.add(what, offset, payloadEnd - payloadFrom);
  }
}
