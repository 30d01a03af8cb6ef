import { balances } from './exchange/balances.ts';
import { conversion } from './exchange/conversion.ts';
import { currencies } from './exchange/currencies.ts';
import { depositAddresses } from './exchange/depositAddresses.ts';
import { histories } from './exchange/histories.ts';
import { markets } from './exchange/markets.ts';
import { orders } from './exchange/orders.ts';
import { vibanDeposits } from './exchange/vibanDeposits.ts';
import { wireDeposits } from './exchange/wireDeposits.ts';
import { withdrawalBatches } from './exchange/withdrawalBatches.ts';
import { withdrawals } from './exchange/withdrawals.ts';

/** The rows of the exchange-account interface (specification 000), by `area.verb`. */
export const exchange = {
  ...currencies,
  ...markets,
  ...orders,
  ...conversion,
  ...balances,
  ...wireDeposits,
  ...vibanDeposits,
  ...depositAddresses,
  ...withdrawals,
  ...withdrawalBatches,
  ...histories,
} as const;

export type ExchangeOperations = typeof exchange;
