import type { Column } from '../column.ts';
import { command, option } from '../command.ts';
import type { Fill } from '../../model/fill.ts';
import { readLocalStore } from '../localStore.ts';
import { symbolValue, textValue, wholeValue } from '../values.ts';

export const fillsList = command({
  name: 'fills list',
  about: 'List the local fill log, newest first: every execution once, with exact digits',
  options: {
    symbol: option('--symbol <symbol>', 'only this pair', symbolValue),
    strategy: option('--strategy <name>', 'only this strategy', textValue),
    limit: option('--limit <count>', 'show at most this many', wholeValue(1, 1_000_000), 100),
  },
  examples: ['fills list', 'fills list --strategy btc-maker --limit 20', 'fills list -o csv'],
  async run({ options: { symbol, strategy, limit } }, shell) {
    const { printRows } = await import('../print.ts');
    const { assertStrategyKnown } = await import('../assertStrategyKnown.ts');
    const fills = await readLocalStore(shell, async (store) => {
      const found = await store.fillLog.fills({ symbol, strategy, limit });
      if (found.length === 0 && strategy !== undefined) await assertStrategyKnown(shell, store, strategy);
      return found;
    });
    printRows(
      shell,
      columns,
      fills.map(({ fill }) => fill),
    );
  },
});

const columns: readonly Column<Fill>[] = [
  { key: 'tradedAt', kind: 'time', value: (fill) => fill.tradedAt },
  { key: 'symbol', value: (fill) => fill.symbol },
  { key: 'side', value: (fill) => fill.side },
  { key: 'price', kind: 'number', value: (fill) => fill.price },
  { key: 'amount', kind: 'number', value: (fill) => fill.amount },
  { key: 'fee', kind: 'number', dropped: 2, value: (fill) => fill.fee },
  { key: 'feeCurrency', dropped: 2, value: (fill) => fill.feeCurrency },
  { key: 'feeType', dropped: 4, value: (fill) => fill.feeType },
  { key: 'strategy', dropped: 1, value: (fill) => fill.strategy },
  { key: 'orderId', value: (fill) => fill.orderId },
  { key: 'id', dropped: 3, value: (fill) => fill.id },
];
