import { isDecimal } from '../../base/decimal.ts';
import { DAY_MS, type Instant } from '../../base/instant.ts';
import { amountOf } from '../../model/grid.ts';
import type { WorkedKind } from '../../model/deskOrder.ts';
import type { Market } from '../market.ts';
import { lotsOfAny } from '../wantedQuotes.ts';
import { type Asked, share, shown, tooSmall, Unreadable, whole } from './askedFields.ts';
import { slicesOf, Work } from './work.ts';

const KINDS: ReadonlySet<unknown> = new Set<WorkedKind>(['twap', 'pov', 'iceberg', 'peg']);
const LEAST_OVER_MS = 1000;
const MOST_OVER_MS = 365 * DAY_MS;
const MOST_OFFSET = 1_000_000;

/** Where, when and how much. */
interface Circumstances {
  readonly market: Market;
  readonly lots: number;
  /** Whether it is for the position, which may grow. */
  readonly reduces: boolean;
  readonly now: Instant;
}

export function isWorked(kind: unknown): kind is WorkedKind {
  return KINDS.has(kind);
}

/** The field in which a kind has its price, and whether it can't be without. */
export function priceField(kind: WorkedKind): { readonly field: string; readonly isNeeded: boolean } {
  return { field: kind === 'iceberg' ? 'price' : 'limit', isNeeded: kind === 'iceberg' || kind === 'peg' };
}

/** Reads how an order is to be worked, and until when. */
export function readWork(kind: WorkedKind, asked: Asked, circumstances: Circumstances): { work: Work; until: Instant } {
  const { market, lots, now } = circumstances;
  const overMs = kind === 'twap' ? whole('over', asked.over, LEAST_OVER_MS, MOST_OVER_MS) : 0;
  const { slices, sliceMs } = kind === 'twap' ? slicesOf(overMs, lots, market.least) : { slices: 0, sliceMs: 0 };
  const terms = {
    kind,
    slices,
    sliceMs,
    share: kind === 'pov' ? share('share', asked.share, 1) : 0,
    showLots: kind === 'iceberg' ? shownLots(asked.show, circumstances) : 0,
    offsetTicks: kind === 'peg' ? whole('offsetTicks', asked.offsetTicks, -MOST_OFFSET, MOST_OFFSET) : 0,
  };
  return { work: new Work(terms), until: kind === 'twap' ? now + overMs : Infinity };
}

function shownLots(amount: unknown, { market, lots: most, reduces }: Circumstances): number {
  const { pair } = market;
  if (!isDecimal(amount) || !amount.isFinite())
    throw new Unreadable('show', `show must be a finite Decimal like dec('0.01'), not ${shown(amount)}`);
  const lots = lotsOfAny(pair, amount);
  if (lots === undefined) throw tooSmall(`show ${amount}`, market);
  if (lots > most && !reduces)
    throw new Unreadable('show', `show must be at most the amount of the order, ${amountOf(pair.grid, most)}, not ${amount}`);
  return lots;
}
