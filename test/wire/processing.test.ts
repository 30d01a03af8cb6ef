import { processing } from '../../src/contract/processing.ts';
import { coins } from './processing/coins.ts';
import { refundFee, refundIntent, refundLink, refundNetworks } from './processing/cryptoRefunds.ts';
import { createPaymentAddress, searchPaymentAddresses } from './processing/paymentAddresses.ts';
import {
  acceptReceived,
  createIntent,
  createIntentPage,
  estimateIntent,
  getIntent,
  receivedEquivalent,
  requestRetryQuote,
  retryIntent,
  searchIntents,
} from './processing/paymentIntents.ts';
import { createPayout, createPayoutPage, estimatePayout, getPayout, searchPayouts } from './processing/payouts.ts';
import { wireSuite } from './wireSuite.ts';

wireSuite(processing, [
  coins,
  estimateIntent,
  createIntent,
  createIntentPage,
  getIntent,
  searchIntents,
  requestRetryQuote,
  retryIntent,
  acceptReceived,
  receivedEquivalent,
  refundNetworks,
  refundFee,
  refundIntent,
  refundLink,
  createPaymentAddress,
  searchPaymentAddresses,
  estimatePayout,
  createPayout,
  createPayoutPage,
  getPayout,
  searchPayouts,
]);
