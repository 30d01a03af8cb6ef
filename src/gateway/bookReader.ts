import type { Decimal } from '../base/decimal.ts';
import { messageOf } from '../base/fault.ts';
import { type JsonValue, parseJson } from '../base/json.ts';
import { textOfUtf8 } from '../base/utf8.ts';
import { exchange } from '../contract/exchange.ts';
import { type Book, type BookSide, showLevels } from '../model/book.ts';
import { bigLotsOf, bigTicksOf, type Grid, isOnAmountGrid, isOnPriceGrid } from '../model/grid.ts';
import type { BookRefusal, BookRefused } from './decodeOutcome.ts';

const MAX_INT32 = 0x7fff_ffffn;
const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * Reads an order book in any JSON form through the contract's row, digit for digit. It allocates much and takes about a hundred
 * times as long as `scanBook`, and it knows why a body is refused.
 */
export function readBook(bytes: Uint8Array, into: Book): BookRefused | undefined {
  let json: JsonValue;
  try {
    json = parseJson(textOfUtf8(bytes));
  } catch (error) {
    return refuse('unreadable', `not JSON: ${messageOf(error)}`);
  }
  const parsed = exchange['book.get'].reply.body.safeParse(json);
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!;
    return refuse('unreadable', `${pathOf(issue.path)}: ${issue.message}`);
  }
  into.exchangeAt = parsed.data.timestamp;
  return fill(into.bids, parsed.data.bids, into.grid, 'bids') ?? fill(into.asks, parsed.data.asks, into.grid, 'asks');
}

function fill(side: BookSide, levels: readonly (readonly [Decimal, Decimal])[], grid: Grid, name: string): BookRefused | undefined {
  const capacity = side.ticks.length;
  if (levels.length > capacity) return refuse('too-many-levels', `${name} has ${levels.length} levels, room for ${capacity}`);
  for (const [i, [price, amount]] of levels.entries()) {
    const refused = writeLevel(side, i, price, amount, grid, `${name}[${i}]`);
    if (refused !== undefined) return refused;
  }
  showLevels(side, 0, levels.length);
  return undefined;
}

function writeLevel(side: BookSide, i: number, price: Decimal, amount: Decimal, grid: Grid, name: string): BookRefused | undefined {
  if (!isOnPriceGrid(grid, price)) return refuse('off-grid', `${name} price ${price} is not a multiple of ${grid.tick}`);
  if (!isOnAmountGrid(grid, amount)) return refuse('off-grid', `${name} amount ${amount} is not a multiple of ${grid.lot}`);
  const ticks = bigTicksOf(grid, price, 'exact');
  const lots = bigLotsOf(grid, amount, 'exact');
  if (beyond(ticks, MAX_SAFE)) return refuse('out-of-range', `${name} price ${price} is more than 2^53 ticks of ${grid.tick}`);
  if (beyond(lots, MAX_SAFE)) return refuse('out-of-range', `${name} amount ${amount} is more than 2^53 lots of ${grid.lot}`);
  if (side.ticks instanceof Int32Array && beyond(ticks, MAX_INT32)) {
    return refuse('needs-wide', `${name} price ${price} is more than 2^31 ticks of ${grid.tick}`);
  }
  side.ticks[i] = Number(ticks);
  side.lots[i] = Number(lots);
  return undefined;
}

function beyond(steps: bigint, limit: bigint): boolean {
  return steps > limit || steps < -limit;
}

/** `bids[3][0]`, as a person would write it. */
function pathOf(path: readonly PropertyKey[]): string {
  if (path.length === 0) return 'body';
  return path.reduce<string>(
    (text, key) => (typeof key === 'number' ? `${text}[${key}]` : text === '' ? String(key) : `${text}.${String(key)}`),
    '',
  );
}

function refuse(reason: BookRefusal, detail: string): BookRefused {
  return { ok: false, reason, detail };
}
