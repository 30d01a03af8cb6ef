import type { Engine } from '../../engine/engine.ts';
import { FEE_IN_BASE, FEE_IN_QUOTE } from '../../engine/executions.ts';
import type { EngineOrder, Market, Seat } from '../../engine/market.ts';
import { BUY, sideOf } from '../../model/side.ts';
import { modelFill, modelReport, refusalOf, TOO_OLD } from '../../exchange/modelReport.ts';
import type { ModelVenue } from '../../exchange/modelVenue.ts';
import * as told from '../../exchange/reportQueue.ts';
import type { Conversion } from '../../model/conversion.ts';
import type { Report } from '../../model/event.ts';
import type { BandDecisions } from './bandDecisions.ts';
import { reportLine } from './eventLine.ts';
import { namesOf } from './namesOf.ts';
import type { RunFills } from './runFills.ts';
import type { StoryLines } from './storyLines.ts';

const OPENED = told.OPENED;
const REPLACED = told.REPLACED;
const CANCELED = told.CANCELED;
const FILLED = told.FILLED;
const CLOSED = told.CLOSED;
const PLACE_REFUSED = told.PLACE_REFUSED;
const PLACE_NOT_SENT = told.PLACE_NOT_SENT;
const CANCEL_REFUSED = told.CANCEL_REFUSED;
const REPLACE_REFUSED = told.REPLACE_REFUSED;

/** What a band's venue reports, on its way to the engine, into the story and into what is kept of the run. */
export class BandReports {
  readonly conversions: Conversion[] = [];
  readonly #venue: ModelVenue<EngineOrder>;
  readonly #engine: Engine;
  readonly #lines: StoryLines | undefined;
  readonly #fills: RunFills;
  readonly #decided: Pick<BandDecisions, 'forgetFills'>;
  readonly #fillRow = { kind: 0, order: 0, part: 0, ticks: 0, lots: 0, fee: 0, openedAt: 0.5, tradedAt: 0.5, receivedAt: 0.5 };
  /** Numbers of kinds of fills, by strategy, side, and whether it was a taker. */
  readonly #kinds = new Map<Seat, number[]>();
  readonly #refusalMessage = (): string => refusalOf(this.#venue).message;

  constructor(
    venue: ModelVenue<EngineOrder>,
    engine: Engine,
    lines: StoryLines | undefined,
    fills: RunFills,
    decided: Pick<BandDecisions, 'forgetFills'>,
  ) {
    this.#venue = venue;
    this.#engine = engine;
    this.#lines = lines;
    this.#fills = fills;
    this.#decided = decided;
  }

  /** Tells the engine the report that was taken last. */
  tell(): void {
    const venue = this.#venue;
    const engine = this.#engine;
    engine.state.now = venue.reportAt;
    if (venue.reportType === 0) {
      this.#conversionReport(venue.own!);
      return;
    }
    const order = venue.order.owner;
    if (this.#lines?.isStory === true && !this.#lines.report(venue)) {
      this.#lines.text(reportLine(venue.reportAt, modelReport(venue, namesOf(order))));
    }
    switch (venue.reportType) {
      case FILLED:
        this.#filled(venue, order);
        return;
      case OPENED:
        engine.opened(order, order.ticks, order.lots);
        break;
      case REPLACED:
        engine.orders.replacementAnswered(order);
        engine.replacedAt = venue.tradedAt;
        engine.replaced(order, venue.order.ticks, venue.lots);
        break;
      case CANCELED:
        engine.cancelAccepted(order);
        break;
      case CLOSED:
        engine.closed(order, venue.order.isFilled ? 'filled' : 'canceled');
        break;
      case PLACE_REFUSED:
        engine.placeEnded(order, 'refused', this.#refusalMessage);
        break;
      case PLACE_NOT_SENT:
        engine.placeEnded(order, 'not-sent', tooOld);
        break;
      case CANCEL_REFUSED:
        engine.cancelFailed(order);
        break;
      case REPLACE_REFUSED:
        engine.replaceEnded(order, 'refused', this.#refusalMessage);
        break;
      default:
        engine.replaceEnded(order, 'not-sent', tooOld);
    }
    engine.settled(order);
  }

  #filled(venue: ModelVenue<EngineOrder>, order: EngineOrder): void {
    const { fee, order: atVenue } = venue;
    const { seat, market, side } = order;
    const row = this.#fillRow;
    const into = side === BUY ? market.base : market.quote;
    // Fees are whole 10^-8, unless all of a tiny amount goes as fee.
    const feeSteps = into.decimals === 8 ? fee.low : fee.low / 10 ** (into.decimals - 8);
    const isWhole = fee.high === 0 && Number.isInteger(feeSteps);
    if (isWhole) {
      row.kind = this.#kindOf(seat, market, order, venue.isTaker);
      row.order = atVenue.number;
      row.part = atVenue.parts;
      row.ticks = venue.ticks;
      row.lots = venue.lots;
      row.fee = feeSteps;
      row.openedAt = atVenue.openedAt;
      row.tradedAt = venue.tradedAt;
      row.receivedAt = venue.reportAt;
      this.#fills.addWhole(row);
    } else this.#fills.add(modelFill(venue, namesOf(order)), this.#marketOf(market));
    this.#book(venue, order);
    this.#decided.forgetFills();
  }

  #book(venue: ModelVenue<EngineOrder>, order: EngineOrder): void {
    const { fee } = venue;
    const { seat, side } = order;
    const fill = this.#engine.executions.fillIn;
    if (fee.high !== 0) {
      this.#engine.executions.filledExactly(modelFill(venue, namesOf(order)), seat, order, venue.lots);
      return;
    }
    fill.ticks = venue.ticks;
    fill.lots = venue.lots;
    fill.fee = fee.low;
    fill.feeIn = side === BUY ? FEE_IN_BASE : FEE_IN_QUOTE;
    fill.tradedAt = venue.tradedAt;
    this.#engine.executions.filled(order);
  }

  #conversionReport(report: Report): void {
    if (this.#lines?.isStory === true) this.#lines.text(reportLine(this.#engine.state.now, report));
    const { conversionReports } = this.#engine;
    if (report.type === 'converted') {
      this.conversions.push(report.conversion);
      conversionReports.converted(report, true);
    } else if (report.type === 'quoted' || report.type === 'quote-refused' || report.type === 'intent-refused')
      conversionReports.take(report);
  }

  /** The number of the fill's kind: kept by strategy, since to make one goes over text. */
  #kindOf(seat: Seat, market: Market, order: EngineOrder, isTaker: boolean): number {
    const at = 4 * (isTaker ? 1 : 0) + 2 * (order.isMarket ? 1 : 0) + order.side;
    let kinds = this.#kinds.get(seat);
    if (kinds === undefined) this.#kinds.set(seat, (kinds = new Array<number>(8).fill(-1)));
    const known = kinds[at]!;
    if (known >= 0 && order.tag === undefined) return known;
    const { base, quote } = market.pair;
    const kind = this.#fills.kindOf({
      market: this.#marketOf(market),
      side: sideOf(order.side),
      type: order.isMarket ? 'Market' : 'Limit',
      feeCurrency: order.side === BUY ? base : quote,
      feeType: isTaker ? 'Taker' : 'Maker',
      strategy: seat.name,
      tag: order.tag,
    });
    if (order.tag === undefined) kinds[at] = kind;
    return kind;
  }

  #marketOf({ symbol }: Market): number {
    return this.#venue.markets.findIndex(({ pair }) => pair.symbol === symbol);
  }
}

function tooOld(): string {
  return TOO_OLD;
}
