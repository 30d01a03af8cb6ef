import type { ExchangeOperations } from '../../contract/exchange.ts';
import { value } from '../answer.ts';
import type { Handlers } from '../handlers.ts';
import { firstPage, pageOf } from '../page.ts';
import type { VenueBehaviour } from '../simulatorOptions.ts';
import type { CryptoTransaction } from './cryptoLedger.ts';
import type { FiatDeposit } from './fiatDeposit.ts';
import type { FiatRow } from './fiatLedger.ts';
import type { FiatWithdrawal } from './fiatWithdrawal.ts';
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

/** What the two kinds of fiat transactions have in common (000 Fiat transaction). */
function fiatRow(row: FiatRow) {
  return {
    id: row.id,
    type: row.kind,
    createdOn: row.createdAt,
    totalAmount: row.gross,
    executedAmount: row.net,
    fee: row.gross.minus(row.net),
    currency: row.currency,
    referenceId: row.referenceId,
    ...(row.kind === 'Deposit' ? depositFields(row) : withdrawalFields(row)),
  };
}

const METHODS = { wire: 'WireTransfer', viban: 'WireTransfer', card: 'CreditCard', apm: 'Apm' } as const;

/** The history has only three states, so a deposit that failed at the provider shows as declined. */
function depositFields({ status, method, customerBank, acquirer, lastCardDigits }: FiatDeposit) {
  return {
    status: status === 'Failed' ? 'Declined' : status,
    paymentMethod: METHODS[method],
    lastCreditCardDigits: lastCardDigits,
    bankCountryCode: customerBank?.country,
    bankAccount: customerBank?.account,
    bankName: customerBank?.name,
    acquirerBank: acquirer?.name,
    acquirerAddress: acquirer?.address,
    acquirerSwift: acquirer?.swift,
    acquirerAccount: acquirer?.account,
  };
}

/** Its `paymentMethod` is the number 0. */
function withdrawalFields({ status, bank }: FiatWithdrawal) {
  return {
    status,
    paymentMethod: '0',
    lastCreditCardDigits: undefined,
    bankCountryCode: bank.country,
    bankAccount: bank.account,
    bankName: bank.name,
    acquirerBank: undefined,
    acquirerAddress: undefined,
    acquirerSwift: undefined,
    acquirerAccount: undefined,
  };
}
