import { type Decimal, dec, minDecimal, ZERO } from '../../base/decimal.ts';

/** How the service treats a merchant's deposits; it can be set for an account and for a deposit currency (001 States). */
export interface MerchantRules {
  /** The tolerated share of the expected amount; 0 means disabled (001 Limits: 2 % by default). */
  readonly threshold: Decimal;
  /** Whether a deposit may be converted. Disabling it for the account or for the currency is enough. */
  readonly conversion: boolean;
  /** The currency into which every credit is converted, if any. */
  readonly merchantCurrency: string | undefined;
  /** What happens to an overpayment beyond the threshold (001 States 12). */
  readonly excess: 'manual' | 'automatic';
  /** `SingleAddress`: an intent with an accountId gets the account's permanent address (001 Endpoints, paymentIntentFlow). */
  readonly flow: 'OneTimeAddress' | 'SingleAddress';
  /** Whether retries are executed by an external processor, so that they have an id there (001 Payment intent, retry record). */
  readonly externalProcessor: boolean;
}

export interface MerchantSettings {
  readonly rules?: Partial<MerchantRules> | undefined;
  /** Rules by the merchant's account id. */
  readonly accounts?: Readonly<Record<string, Partial<MerchantRules>>> | undefined;
  /** Rules by the currency of the deposit. */
  readonly currencies?: Readonly<Record<string, Partial<MerchantRules>>> | undefined;
}

export const DEFAULT_RULES: MerchantRules = {
  threshold: dec('0.02'),
  conversion: true,
  merchantCurrency: undefined,
  excess: 'manual',
  flow: 'OneTimeAddress',
  externalProcessor: false,
};

/** The rules for one deposit. Those for its currency override the general ones, and those for the account override both. */
export function rulesFor(settings: MerchantSettings, accountId: string | undefined, currency: string | undefined): MerchantRules {
  const ofCurrency = (currency === undefined ? undefined : settings.currencies?.[currency]) ?? {};
  const ofAccount = (accountId === undefined ? undefined : settings.accounts?.[accountId]) ?? {};
  const merged = { ...DEFAULT_RULES, ...settings.rules, ...ofCurrency, ...ofAccount };
  const conversion = [settings.rules, ofCurrency, ofAccount].every((rules) => rules?.conversion !== false);
  return { ...merged, conversion };
}

/** What each deposit costs the merchant: a share of it and a fixed amount (001 Limits). */
export interface ProcessingFee {
  readonly percent: Decimal;
  /** The fixed fee by requested currency; none for a currency that is not named. */
  readonly fixed: Readonly<Record<string, Decimal>>;
  /** The share that a conversion into the merchant's own currency costs. Default 0: the specification shows the field, and no rate. */
  readonly conversion?: Decimal | undefined;
}

export const DEFAULT_FEE: ProcessingFee = {
  percent: dec('0.005'),
  fixed: { EUR: dec('0.1'), USD: dec('0.1'), GBP: dec('0.1') },
};

/** The sum of the fees for one deposit, rounded up (001 Limits). It may exceed the deposit. */
export function sumOfFees(amount: Decimal, percent: Decimal, fixed: Decimal, decimals: number): Decimal {
  return amount.times(percent).plus(fixed).toDecimalPlaces(decimals, 0);
}

/** What is taken from one deposit. A deposit that is not above the sum of its fees is spent on them (001 Limits). */
export function feeFor(amount: Decimal, percent: Decimal, fixed: Decimal, decimals: number): Decimal {
  return minDecimal(amount, sumOfFees(amount, percent, fixed, decimals));
}

export function fixedFeeOf(fee: ProcessingFee, currency: string): Decimal {
  return fee.fixed[currency] ?? ZERO;
}
