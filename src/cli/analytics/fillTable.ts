import type { Fill } from '../../model/fill.ts';
import type { TableColumn } from '../../recording/export/parquetTable.ts';
import type { PartedTable } from './partedTable.ts';
import { valueOf } from './valueOf.ts';

const COLUMNS: readonly TableColumn<Fill>[] = [
  { name: 'traded_at', kind: 'time', value: ({ tradedAt }) => tradedAt },
  { name: 'opened_at', kind: 'time', value: ({ openedAt }) => openedAt },
  { name: 'received_at', kind: 'time', value: ({ receivedAt }) => receivedAt },
  { name: 'id', kind: 'text', value: ({ id }) => id },
  { name: 'order_id', kind: 'text', value: ({ orderId }) => orderId },
  { name: 'intent_id', kind: 'text', value: ({ intentId }) => intentId },
  { name: 'strategy', kind: 'text', value: ({ strategy }) => strategy },
  { name: 'tag', kind: 'text', value: ({ tag }) => tag },
  { name: 'side', kind: 'text', value: ({ side }) => side },
  { name: 'type', kind: 'text', value: ({ type }) => type },
  { name: 'price', kind: 'decimal', value: ({ price }) => price },
  { name: 'amount', kind: 'decimal', value: ({ amount }) => amount },
  { name: 'value', kind: 'decimal', value: ({ price, amount }) => valueOf(price, amount) },
  { name: 'fee', kind: 'decimal', value: ({ fee }) => fee },
  { name: 'fee_currency', kind: 'text', value: ({ feeCurrency }) => feeCurrency },
  { name: 'fee_type', kind: 'text', value: ({ feeType }) => feeType },
];

/** Every execution of the account. */
export const FILL_TABLE: PartedTable<Fill> = {
  name: 'fills',
  columns: COLUMNS,
  dayAt: ({ tradedAt }) => tradedAt,
  symbol: ({ symbol }) => symbol,
};
