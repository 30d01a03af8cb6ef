import { coins } from './processing/coins.ts';
import { cryptoRefunds } from './processing/cryptoRefunds.ts';
import { paymentAddresses } from './processing/paymentAddresses.ts';
import { paymentIntents } from './processing/paymentIntents.ts';
import { payouts } from './processing/payouts.ts';

/** The rows of the payment-processing interface (specification 001). */
export const processing = {
  ...coins,
  ...paymentIntents,
  ...cryptoRefunds,
  ...paymentAddresses,
  ...payouts,
} as const;

export type ProcessingOperations = typeof processing;
