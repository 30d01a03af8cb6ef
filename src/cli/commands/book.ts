import { isoOf } from '../../base/instant.ts';
import type { Decimal } from '../../base/decimal.ts';
import type { Column } from '../column.ts';
import { argument, command, option } from '../command.ts';
import { withVenue } from '../withVenue.ts';
import { symbolValue, wholeValue } from '../values.ts';
import type { VenueBook } from '../venue.ts';

export const book = command({
  name: 'book',
  about: 'Show the order book of a pair, best prices first',
  args: { symbol: argument('symbol', 'the pair, like BTC/EUR', symbolValue) },
  options: { depth: option('--depth <levels>', 'levels a side', wholeValue(1, 250), 10) },
  examples: ['book BTC/EUR', 'book BTC/EUR --depth 50 -o csv'],
  async run({ args: { symbol }, options: { depth } }, shell) {
    const { printJson, printRows } = await import('../print.ts');
    const found = await withVenue(shell, (venue) => venue.book(symbol, depth));
    if (shell.options.output !== 'json') return printRows(shell, columns, levelsOf(found));
    printJson(shell, { symbol, at: isoOf(found.timestamp), bids: found.bids.map(priced), asks: found.asks.map(priced) });
  },
});

type Level = readonly [price: Decimal, amount: Decimal];

interface Row {
  readonly level: number;
  readonly bid: Level | undefined;
  readonly ask: Level | undefined;
}

/** Bids and asks side by side. */
function levelsOf({ bids, asks }: VenueBook): Row[] {
  return Array.from({ length: Math.max(bids.length, asks.length) }, (_, i) => ({ level: i + 1, bid: bids[i], ask: asks[i] }));
}

function priced([price, amount]: Level): { price: Decimal; amount: Decimal } {
  return { price, amount };
}

const columns: readonly Column<Row>[] = [
  { key: 'level', kind: 'number', value: (row) => row.level, style: () => 'dim' },
  { key: 'bidAmount', kind: 'number', value: (row) => row.bid?.[1] },
  { key: 'bid', kind: 'number', value: (row) => row.bid?.[0], style: () => 'green' },
  { key: 'ask', kind: 'number', value: (row) => row.ask?.[0], style: () => 'red' },
  { key: 'askAmount', kind: 'number', value: (row) => row.ask?.[1] },
];
