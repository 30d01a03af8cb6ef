import type { Fill } from '../../model/fill.ts';
import { parquetTable, type TableColumn } from '../../recording/export/parquetTable.ts';
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
  { name: 'symbol', kind: 'text', value: ({ symbol }) => symbol },
  { name: 'side', kind: 'text', value: ({ side }) => side },
  { name: 'type', kind: 'text', value: ({ type }) => type },
  { name: 'price', kind: 'decimal', value: ({ price }) => price },
  { name: 'amount', kind: 'decimal', value: ({ amount }) => amount },
  { name: 'value', kind: 'decimal', value: ({ price, amount }) => valueOf(price, amount) },
  { name: 'fee', kind: 'decimal', value: ({ fee }) => fee },
  { name: 'fee_currency', kind: 'text', value: ({ feeCurrency }) => feeCurrency },
  { name: 'fee_type', kind: 'text', value: ({ feeType }) => feeType },
];

/** Every execution, from the pages of a log. */
export function fillTable(pages: AsyncIterable<readonly Fill[]>): AsyncGenerator<Uint8Array> {
  return parquetTable('fills', COLUMNS, eachFill(pages));
}

async function* eachFill(pages: AsyncIterable<readonly Fill[]>): AsyncGenerator<Fill> {
  for await (const page of pages) yield* page;
}
