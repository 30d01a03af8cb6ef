import { exchange } from '../../src/contract/exchange.ts';
import { balances } from './exchange/balances.ts';
import { conversionHistory, convert, requestQuote } from './exchange/conversion.ts';
import { currencies } from './exchange/currencies.ts';
import { createAddress, createOldAddress, getOldAddress, listAddresses, listOldAddresses } from './exchange/depositAddresses.ts';
import { bankAccounts, vibanDeposit, vibanFee, wireDeposit, wireFee } from './exchange/fiatDeposits.ts';
import { cryptoTransactions, fiatTransactions } from './exchange/histories.ts';
import { orderBook } from './exchange/orderBook.ts';
import { cancelOrder, listOrders, placeOrder, replaceOrder } from './exchange/orders.ts';
import { statistics } from './exchange/statistics.ts';
import { symbols } from './exchange/symbols.ts';
import { trades } from './exchange/trades.ts';
import { confirmBatch, getBatch, validateBatch } from './exchange/withdrawalBatches.ts';
import { fiatWithdrawalFee, oldWithdraw, oldWithdrawalFee, withdraw, withdrawalFee } from './exchange/withdrawals.ts';
import { wireSuite } from './wireSuite.ts';

wireSuite(exchange, [
  currencies,
  symbols,
  statistics,
  orderBook,
  placeOrder,
  replaceOrder,
  cancelOrder,
  listOrders,
  trades,
  requestQuote,
  convert,
  conversionHistory,
  balances,
  bankAccounts,
  wireFee,
  wireDeposit,
  vibanFee,
  vibanDeposit,
  createAddress,
  listAddresses,
  getOldAddress,
  createOldAddress,
  listOldAddresses,
  withdrawalFee,
  withdraw,
  oldWithdrawalFee,
  oldWithdraw,
  fiatWithdrawalFee,
  validateBatch,
  confirmBatch,
  getBatch,
  cryptoTransactions,
  fiatTransactions,
]);
