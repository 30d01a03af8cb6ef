import type { Decimal } from '../../base/decimal.ts';
import type { ExchangeOperations } from '../../contract/exchange.ts';
import { notFound, value } from '../answer.ts';
import type { Handlers } from '../handlers.ts';
import { usdValue } from '../usdValue.ts';
import type { Venue } from '../venue.ts';
import { type BatchCounter, batchState, type WithdrawalBatch } from './batchCounter.ts';

type BatchOperations = 'withdrawalBatches.validate' | 'withdrawalBatches.confirm' | 'withdrawalBatches.get';

/** Mass withdrawals (000 Mass withdrawal). */
export function batchHandlers(venue: Venue, counter: BatchCounter): Handlers<Pick<ExchangeOperations, BatchOperations>> {
  return {
    'withdrawalBatches.validate': ({ rows }, at) => {
      const made = counter.validate(rows, at);
      return 'type' in made ? made : value(made.map(summaryForm));
    },
    'withdrawalBatches.confirm': ({ withdrawalBatchId }, at) => {
      const confirmed = counter.confirm(withdrawalBatchId, at);
      return 'type' in confirmed ? confirmed : { type: 'text', body: '' };
    },
    'withdrawalBatches.get': ({ withdrawalBatchId }) => {
      const batch = counter.find(withdrawalBatchId);
      return batch === undefined ? notFound(`there is no withdrawal batch ${withdrawalBatchId}`) : value(statusForm(venue, batch));
    },
  };
}

function summaryForm({ id, currency, rows, amount, fee }: WithdrawalBatch) {
  return { id, currency, transactionCount: rows.length, amount, feeAmount: fee };
}

function statusForm(venue: Venue, batch: WithdrawalBatch) {
  const { id, currency, amount, fee, createdAt, confirmedAt, transactions } = batch;
  const usd = (money: Decimal): Decimal => usdValue(venue, currency, money).toDecimalPlaces(2, ROUND_DOWN);
  const status = batchState(batch);
  const countOf = (wanted: string): number => transactions.filter((each) => each.status === wanted).length;
  const unsent = transactions.length === 0 ? batch.rows.length : 0;
  return {
    id,
    status,
    currency,
    amount,
    amountUsd: usd(amount),
    feeAmount: fee,
    feeAmountUsd: usd(fee),
    draftTransactionCount: status === 'Draft' ? unsent : 0,
    pendingTransactionCount: countOf('Pending'),
    declinedTransactionCount: status === 'Declined' ? batch.rows.length : countOf('Declined'),
    completedTransactionCount: countOf('Completed'),
    createdOn: createdAt,
    updatedOn: Math.max(confirmedAt ?? createdAt, ...transactions.map(({ updatedAt }) => updatedAt)),
  };
}

const ROUND_DOWN = 1;
