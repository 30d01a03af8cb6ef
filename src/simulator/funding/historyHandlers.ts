import type { ExchangeOperations } from '../../contract/exchange.ts';
import { value } from '../answer.ts';
import type { Handlers } from '../handlers.ts';
import { firstPage, pageOf } from '../page.ts';
import type { VenueBehaviour } from '../simulatorOptions.ts';
import type { CryptoTransaction } from './cryptoLedger.ts';
import type { FiatDeposit } from './fiatDeposit.ts';
import type { Funding } from './funding.ts';

/** What came in and went out (000 Transaction history). */
export function historyHandlers(
  funding: Funding,
  behaviour: VenueBehaviour,
): Handlers<Pick<ExchangeOperations, 'transactions.list' | 'fiatTransactions.list'>> {
  const base = firstPage(behaviour);
  return {
    'transactions.list': ({ page, count, ...filter }) => {
      const { total, items } = pageOf(funding.crypto.list(filter), page, count, base);
      return value({ total, data: items.map((row) => ({ ...cryptoRow(row), ...referenceOf(row, behaviour) })) });
    },
    'fiatTransactions.list': ({ page, count, ...filter }) => {
      const { total, items } = pageOf(funding.fiat.list(filter), page, count, base);
      return value({ total, data: items.map(fiatRow) });
    },
  };
}

function cryptoRow(row: CryptoTransaction) {
  return {
    id: row.id,
    currency: row.currency,
    type: row.type,
    status: row.status,
    createdOn: row.createdAt,
    totalAmount: row.gross,
    executedAmount: row.net,
    fee: row.gross.minus(row.net),
    networkCode: row.network.code,
    networkName: row.network.name,
    networkTransactionId: row.networkTransactionId,
    destinationAddress: row.destinationAddress,
    destinationAdditionalAddress: row.destinationTag,
    clientTag: row.clientTag,
    sourceAddress: row.sourceAddress,
  };
}

/** The reference that the client gave with a withdrawal (000 Crypto withdrawal, `referenceId`). */
function referenceOf({ referenceId: given }: CryptoTransaction, { references = 'referenceId' }: VenueBehaviour) {
  return references === 'referenceId' ? { referenceId: given, traceId: undefined } : { referenceId: undefined, traceId: given };
}

/** The history has only three states, so a deposit that failed at the provider shows as declined (000 Fiat transaction). */
function fiatRow(row: FiatDeposit) {
  return {
    id: row.id,
    status: row.status === 'Failed' ? 'Declined' : row.status,
    type: 'Deposit',
    paymentMethod: 'WireTransfer',
    createdOn: row.createdAt,
    totalAmount: row.gross,
    executedAmount: row.net,
    fee: row.gross.minus(row.net),
    currency: row.currency,
    lastCreditCardDigits: undefined,
    bankCountryCode: row.customerBank?.country,
    bankAccount: row.customerBank?.account,
    bankName: row.customerBank?.name,
    acquirerBank: row.acquirer.name,
    acquirerAddress: row.acquirer.address,
    acquirerSwift: row.acquirer.swift,
    acquirerAccount: row.acquirer.account,
    referenceId: row.referenceId,
  };
}
