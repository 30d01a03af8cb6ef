import type { Instant } from '../../base/instant.ts';
import type { EngineOrder } from '../../engine/market.ts';
import type { Market } from '../../engine/market.ts';
import type { Seat } from '../../engine/market.ts';
import type { ModelOrder } from '../../exchange/modelOrder.ts';
import type { ModelVenue } from '../../exchange/modelVenue.ts';
import * as told from '../../exchange/reportQueue.ts';
import type { DecisionLog } from './decisionLog.ts';
import { amountOf } from '../../model/grid.ts';
import { LineBuffer, Piece } from './lineBuffer.ts';

const QUOTE = 34;
const LINE_END = 10;
/** Times of other years have another number of digits, and go by text. */
const LEAST_TIME = 1e12;
const MOST_TIME = 1e13;

const AT = new Piece('{"at":');
const END = new Piece('"}');
const ORDER = new Piece(',"order":"');
const AMOUNT = new Piece('","amount":"');
const PLACE: readonly Piece[] = ['Buy', 'Sell'].map((side) => new Piece(`,"side":"${side}","orderType":"Limit","price":"`));
const PLACE_MARKET: readonly Piece[] = ['Buy', 'Sell'].map((side) => new Piece(`,"side":"${side}","orderType":"Market","amount":"`));
const REPLACE: readonly Piece[] = ['Buy', 'Sell'].map((side) => new Piece(`,"side":"${side}","price":"`));
const OPENED = new Piece(',"type":"order-opened","order":"');
const OPENED_AMOUNT = new Piece('","amount":"');
const OPENED_PRICE = new Piece('","price":"');
const NOT_ADOPTED = new Piece('","adopted":false}');
const REPLACED = new Piece(',"type":"order-replaced","order":"');
const NEW_ID = new Piece('","newOrderId":"');
const REPLACED_AT = new Piece('","replacedAt":');
const BRACE_END = new Piece('}');
const CANCELED = new Piece(',"type":"cancel-accepted","order":"');
const CLOSED = new Piece(',"type":"order-closed","order":"');
const CLOSED_FILLED = new Piece('","end":"filled","filled":"');
const CLOSED_CANCELED = new Piece('","end":"canceled","filled":"');
const FILL = new Piece(',"type":"fill","id":"');
const FEE = new Piece('","fee":"');

/** The words that stand around the numbers of a strategy's lines, settled once. */
interface SeatWords {
  readonly place: Piece;
  readonly replace: Piece;
  readonly cancel: Piece;
  /** The text of an execution, by side: up to the price, then from the fee on, as maker and as taker. */
  readonly fill: readonly Piece[];
  readonly maker: readonly Piece[];
  readonly taker: readonly Piece[];
  readonly tags: Map<string, Piece>;
}

/**
 * The story of one band as lines of JSON, digit for digit those of eventLine.ts. The frequent ones are written straight as bytes:
 * decisions, which are hashed too, and the reports about orders. What is not frequent comes as text.
 */
export class StoryLines {
  readonly #decisions: DecisionLog | undefined;
  /** The line of a decision, before it goes to whoever wants it. */
  readonly #line = new LineBuffer();
  /** All lines, where somebody keeps them. */
  readonly #story: LineBuffer | undefined;
  readonly #keep: ((lines: Uint8Array) => void) | undefined;
  readonly #words = new Map<Seat, SeatWords>();

  constructor(decisions: DecisionLog | undefined, keep: ((lines: Uint8Array) => void) | undefined) {
    this.#decisions = decisions;
    this.#keep = keep;
    this.#story = keep && new LineBuffer();
  }

  /** Whether all lines are wanted, and not the decisions alone. */
  get isStory(): boolean {
    return this.#story !== undefined;
  }

  /** A decision as text. */
  decision(line: string, at: Instant): void {
    this.#line.end = 0;
    this.#line.text(line);
    this.#decided(at);
  }

  /** Anything that is told and not decided, as text. */
  text(line: string): void {
    const story = this.#story;
    if (story === undefined) return;
    story.text(line);
    this.#told(story);
  }

  /** Hands on the lines that are there: whoever keeps them must not keep the bytes. */
  flush(): void {
    if (this.#story !== undefined && this.#story.end > 0) this.#keep?.(this.#story.take());
  }

  place(order: EngineOrder, at: Instant): void {
    const { market, seat, number } = order;
    const line = this.#line;
    const words = this.#wordsOf(seat, market);
    this.#begin(line, at);
    line.put(words.place);
    if (number > 0) {
      line.put(ORDER);
      line.whole(number);
      line.byte(QUOTE);
    }
    if (order.isMarket) {
      line.put(PLACE_MARKET[order.side]!);
      amount(line, market, order.lots);
    } else {
      line.put(PLACE[order.side]!);
      shape(line, market, order.ticks, order.lots);
    }
    line.put(order.tag === undefined ? END : tagOf(words, order.tag));
    this.#decided(at);
  }

  replace(order: EngineOrder, at: Instant): void {
    const { market } = order;
    const line = this.#line;
    this.#begin(line, at);
    line.put(this.#wordsOf(order.seat, market).replace);
    line.whole(order.number);
    line.byte(QUOTE);
    line.put(REPLACE[order.side]!);
    shape(line, market, order.nextTicks, order.nextLots);
    line.put(END);
    this.#decided(at);
  }

  cancel(order: EngineOrder, at: Instant): void {
    const line = this.#line;
    this.#begin(line, at);
    line.put(this.#wordsOf(order.seat, order.market).cancel);
    line.whole(order.number);
    line.put(END);
    this.#decided(at);
  }

  /** The report that was taken last. False when it is none of the frequent ones, and has to come as text. */
  report(venue: ModelVenue<EngineOrder>): boolean {
    const story = this.#story!;
    const { order, reportAt: at } = venue;
    const { market } = order.owner;
    switch (venue.reportType) {
      case told.OPENED:
        if (order.isMarket) return false;
        this.#begin(story, at);
        story.put(OPENED);
        story.whole(order.number);
        story.put(OPENED_AMOUNT);
        amount(story, market, order.placedLots);
        story.put(OPENED_PRICE);
        price(story, market, order.placedTicks);
        story.put(NOT_ADOPTED);
        break;
      case told.REPLACED:
        this.#begin(story, at);
        story.put(REPLACED);
        story.whole(order.number);
        story.put(NEW_ID);
        story.whole(order.number);
        story.put(OPENED_PRICE);
        price(story, market, order.ticks);
        story.put(OPENED_AMOUNT);
        amount(story, market, venue.lots);
        story.put(REPLACED_AT);
        venueTime(story, venue.tradedAt);
        story.put(BRACE_END);
        break;
      case told.CANCELED:
        this.#begin(story, at);
        story.put(CANCELED);
        story.whole(order.number);
        story.put(END);
        break;
      case told.CLOSED:
        this.#begin(story, at);
        story.put(CLOSED);
        story.whole(order.number);
        story.put(order.isFilled ? CLOSED_FILLED : CLOSED_CANCELED);
        amount(story, market, order.filled);
        story.put(END);
        break;
      case told.FILLED:
        if (venue.fee.high !== 0) return false;
        this.#fill(story, venue, order);
        break;
      default:
        return false;
    }
    this.#told(story);
    return true;
  }

  #fill(story: LineBuffer, venue: ModelVenue<EngineOrder>, { owner, number, parts, side }: ModelOrder<EngineOrder>): void {
    const { market, seat } = owner;
    const words = this.#wordsOf(seat, market);
    this.#begin(story, venue.reportAt);
    story.put(FILL);
    story.whole(number);
    story.byte(46);
    story.whole(parts);
    story.byte(QUOTE);
    story.put(ORDER);
    story.whole(number);
    story.put(words.fill[side]!);
    price(story, market, venue.ticks);
    story.put(OPENED_AMOUNT);
    amount(story, market, venue.lots);
    story.put(FEE);
    story.scaled(venue.fee.low, venue.fee.decimals);
    story.put((venue.isTaker ? words.taker : words.maker)[side]!);
    venueTime(story, venue.tradedAt);
    story.put(BRACE_END);
  }

  #begin(line: LineBuffer, at: Instant): void {
    if (line === this.#line) line.end = 0;
    line.put(AT);
    if (at >= LEAST_TIME && at < MOST_TIME) line.time(at);
    else line.text(String(at));
  }

  #decided(at: Instant): void {
    const { bytes, end } = this.#line;
    this.#decisions?.add(bytes, end, at);
    const story = this.#story;
    if (story === undefined) return;
    story.copy(this.#line);
    this.#told(story);
  }

  #told(story: LineBuffer): void {
    story.byte(LINE_END);
    if (story.isFull) this.flush();
  }

  #wordsOf(seat: Seat, market: Market): SeatWords {
    let words = this.#words.get(seat);
    if (words === undefined) this.#words.set(seat, (words = seatWords(seat, market)));
    return words;
  }
}

function seatWords({ name }: Seat, { symbol, base, quote }: Market): SeatWords {
  const by = (type: string, end: string): Piece =>
    new Piece(`,"type":"${type}","strategy":${JSON.stringify(name)},"symbol":${JSON.stringify(symbol)}${end}`);
  const sides = ['Buy', 'Sell'];
  const fee = (type: string) =>
    [base, quote].map(({ currency }) => new Piece(`","feeCurrency":"${currency}","feeType":"${type}","tradedAt":`));
  const owner = `","strategy":${JSON.stringify(name)},"symbol":${JSON.stringify(symbol)}`;
  return {
    place: by('place', ''),
    replace: by('replace', ',"order":"'),
    cancel: by('cancel', ',"order":"'),
    fill: sides.map((side) => new Piece(`${owner},"side":"${side}","price":"`)),
    maker: fee('Maker'),
    taker: fee('Taker'),
    tags: new Map(),
  };
}

function tagOf({ tags }: SeatWords, tag: string): Piece {
  let piece = tags.get(tag);
  if (piece === undefined) tags.set(tag, (piece = new Piece(`","tag":${JSON.stringify(tag)}}`)));
  return piece;
}

/** The venue's times lie before ours, and so may lie before 1970 where ours do not. */
function venueTime(line: LineBuffer, at: Instant): void {
  if (at >= 0) line.whole(at);
  else line.text(String(at));
}

function shape(line: LineBuffer, market: Market, ticks: number, lots: number): void {
  price(line, market, ticks);
  line.put(AMOUNT);
  amount(line, market, lots);
}

function price(line: LineBuffer, { pair }: Market, ticks: number): void {
  line.scaled(ticks, pair.grid.precision);
}

function amount(line: LineBuffer, { pair }: Market, lots: number): void {
  const { lotUnits, lotDecimals } = pair.grid;
  const units = lots * lotUnits;
  if (units <= Number.MAX_SAFE_INTEGER) line.scaled(units, lotDecimals);
  else line.text(amountOf(pair.grid, lots).toFixed());
}
