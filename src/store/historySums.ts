import { createHash } from 'node:crypto';
import type { Decimal } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import { foldProbe, HistoryFold, NO_HISTORY, PagedHistory } from '../engine/historyFold.ts';
import type { HistorySums, PositionSums } from '../model/historySums.ts';
import { conversionsBetween } from './conversionLog.ts';
import { decimalOf, decimalText } from './decimalText.ts';
import type { Database } from './database.ts';
import { entriesBetween } from './positionEntryLog.ts';
import { fillPages } from './fillHistory.ts';

/** The sums over everything before `until`. */
export interface PastSums extends HistorySums {
  readonly until: Instant;
}

/** How many fills lie between two rows of sums. A start reads at most this many. */
const BLOCK_FILLS = 10_000;
/** How many fills are worked in at a time, so that requests for money get their turn in between. */
const PAGE_FILLS = 500;
const BEGIN_BLOCK = `INSERT INTO history_sum(before_at, arithmetic) VALUES (?, ?)
  ON CONFLICT(before_at) DO UPDATE SET arithmetic = excluded.arithmetic, sums = NULL`;
export const BEGINNING: Instant = Number.MIN_SAFE_INTEGER;

/** Identifies the arithmetic, so that sums by a version with another one are not used. */
const ARITHMETIC = createHash('sha256')
  .update(JSON.stringify(textOf(foldProbe())))
  .digest('hex')
  .slice(0, 16);

/** Keeps the sums of a fill log up to date while it grows, block by block, whenever the database has nothing else to do. */
export class HistorySumKeeper {
  readonly #database: Database;
  #work: Promise<void> | undefined;
  #fresh = 0;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The newest sums, after every full block was worked in. */
  async past(): Promise<PastSums> {
    await this.#fold();
    return newestSums(this.#database);
  }

  /** Notes that this many fills were logged. */
  logged(count: number): void {
    this.#fresh += count;
    if (this.#fresh < BLOCK_FILLS) return;
    this.#fresh = 0;
    // If the disk refuses here, it also refuses the next request for money. The sums are then worked out at the next start.
    this.#fold().catch(() => undefined);
  }

  #fold(): Promise<void> {
    this.#work ??= foldBlocks(this.#database).finally(() => (this.#work = undefined));
    return this.#work;
  }
}

async function foldBlocks(database: Database): Promise<void> {
  let past = await newestSums(database);
  for (;;) {
    const until = await endOfBlock(database, past.until);
    if (until === undefined) return;
    // When something in its past changes meanwhile, the row is removed, and then there is none to complete.
    await database.run(BEGIN_BLOCK, until, ARITHMETIC);
    const sums = await foldBlock(database, past, until);
    const text = JSON.stringify(textOf(sums));
    if ((await database.run('UPDATE history_sum SET sums = ? WHERE before_at = ? AND sums IS NULL', text, until)) === 0) return;
    past = { ...sums, until };
  }
}

/** A time with a full block of fills before it. Undefined when there is none yet. Fills of the same time stay together. */
async function endOfBlock(database: Database, since: Instant): Promise<Instant | undefined> {
  const sql = `SELECT traded_at FROM fill WHERE traded_at >= ? ORDER BY traded_at, seq LIMIT 1 OFFSET ${BLOCK_FILLS}`;
  const end = (await database.get<{ traded_at: Instant }>(sql, since))?.traded_at;
  if (end === undefined || end > since) return end;
  return (
    (await database.get<{ traded_at: Instant | null }>('SELECT min(traded_at) AS traded_at FROM fill WHERE traded_at > ?', since))
      ?.traded_at ?? undefined
  );
}

async function foldBlock(database: Database, past: PastSums, until: Instant): Promise<HistorySums> {
  const fold = new HistoryFold(past);
  const conversions = await conversionsBetween(database, past.until, until);
  const entries = await entriesBetween(database, past.until, until);
  const history = new PagedHistory({ conversions, entries }, fold);
  for await (const fills of fillPages(database, past.until, until, PAGE_FILLS)) history.add(fills);
  history.end();
  return fold.sums;
}

interface SumRow {
  readonly before_at: Instant;
  readonly sums: string;
}

/** The newest ones that are kept of a time or of before it. */
export async function newestSums(database: Database, at: Instant = Number.MAX_SAFE_INTEGER): Promise<PastSums> {
  const sql = `SELECT before_at, sums FROM history_sum WHERE arithmetic = ? AND sums IS NOT NULL AND before_at <= ?
    ORDER BY before_at DESC LIMIT 1`;
  const row = await database.get<SumRow>(sql, ARITHMETIC, at);
  return row === undefined ? { ...NO_HISTORY, until: BEGINNING } : { ...sumsOf(JSON.parse(row.sums) as SumsText), until: row.before_at };
}

type Texts = Readonly<Record<string, string>>;
type PositionText = { readonly [Field in keyof PositionSums]: PositionSums[Field] extends Decimal ? string : PositionSums[Field] };

interface SumsText {
  readonly positions: readonly (Omit<PositionText, 'otherFees'> & { readonly otherFees: Texts })[];
  readonly flows: Texts;
}

function textOf({ positions, flows }: HistorySums): SumsText {
  return {
    positions: positions.map(({ amount, cost, gross, fees, quoteFlow, otherFees, ...rest }) => ({
      ...rest,
      amount: decimalText(amount, 'amount'),
      cost: decimalText(cost, 'cost'),
      gross: decimalText(gross, 'gross'),
      fees: decimalText(fees, 'fees'),
      quoteFlow: decimalText(quoteFlow, 'quoteFlow'),
      otherFees: mapValues(otherFees, decimalText),
    })),
    flows: mapValues(flows, decimalText),
  };
}

function sumsOf({ positions, flows }: SumsText): HistorySums {
  return {
    positions: positions.map(({ amount, cost, gross, fees, quoteFlow, otherFees, ...rest }) => ({
      ...rest,
      amount: decimalOf(amount, 'amount of a sum'),
      cost: decimalOf(cost, 'cost of a sum'),
      gross: decimalOf(gross, 'gross of a sum'),
      fees: decimalOf(fees, 'fees of a sum'),
      quoteFlow: decimalOf(quoteFlow, 'quoteFlow of a sum'),
      otherFees: mapValues(otherFees, decimalOf),
    })),
    flows: mapValues(flows, decimalOf),
  };
}

function mapValues<A, B>(values: Readonly<Record<string, A>>, map: (value: A, name: string) => B): Readonly<Record<string, B>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value, name)]));
}
