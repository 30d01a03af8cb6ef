import { type Decimal, dec, minDecimal } from '../../base/decimal.ts';

/** A bank account that takes wire transfers. The figures are the simulator's own (docs/assumptions.md). */
export interface SimulatedBank {
  readonly id: number;
  readonly currency: string;
  readonly minDeposit: Decimal;
  readonly feeFixed: Decimal;
  readonly feePercent: Decimal;
  readonly name: string;
  readonly address: string;
  readonly zip: string;
  readonly city: string;
  readonly country: string;
  readonly swift: string;
  readonly iban: string;
  readonly routingNumber: string;
  /** Undefined means from everywhere. */
  readonly countries: readonly string[] | undefined;
}

const SEPA = 'AT BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MC MT NL NO PL PT RO SE SI SK SM'.split(' ');

const FRANKFURT = {
  address: 'Hafenstrasse 1',
  zip: '60311',
  city: 'Frankfurt am Main',
  country: 'DE',
  swift: 'SIMUDEFFXXX',
  routingNumber: '',
};
const LONDON = { address: '1 Dock Lane', zip: 'E14 5AB', city: 'London', country: 'GB', swift: 'SIMUGB2LXXX', routingNumber: '' };
const NEW_YORK = {
  address: '1 Harbor Street',
  zip: '10004',
  city: 'New York',
  country: 'US',
  swift: 'SIMUUS33XXX',
  routingNumber: '021000021',
};

export const BANKS: readonly SimulatedBank[] = [
  {
    id: 11,
    currency: 'EUR',
    ...cost('100', '5', '0.1'),
    name: 'First Simulated Bank',
    ...FRANKFURT,
    iban: 'DE75512108001245126199',
    countries: SEPA,
  },
  {
    id: 12,
    currency: 'EUR',
    ...cost('1000', '15', '0'),
    name: 'Second Simulated Bank',
    ...FRANKFURT,
    iban: 'DE89370400440532013000',
    countries: undefined,
  },
  {
    id: 21,
    currency: 'GBP',
    ...cost('100', '4', '0.1'),
    name: 'Simulated Bank of London',
    ...LONDON,
    iban: 'GB29NWBK60161331926819',
    countries: SEPA,
  },
  { id: 31, currency: 'USD', ...cost('250', '25', '0.2'), name: 'Simulated Bank of New York', ...NEW_YORK, iban: '', countries: undefined },
];

/** The accounts that take this currency from this country. */
export function banksFor(currency: string, country: string): SimulatedBank[] {
  return BANKS.filter((bank) => bank.currency === currency && (bank.countries?.includes(country.toUpperCase()) ?? true));
}

/** The fixed and percentage fees on a gross amount, rounded up to cents and never more than the amount. */
export function depositFee({ feeFixed, feePercent }: Pick<SimulatedBank, 'feeFixed' | 'feePercent'>, gross: Decimal): Decimal {
  return minDecimal(gross, feeFixed.plus(gross.times(feePercent).div(100)).toDecimalPlaces(2, ROUND_UP));
}

const ROUND_UP = 0;

function cost(least: string, fixed: string, percent: string): Pick<SimulatedBank, 'minDeposit' | 'feeFixed' | 'feePercent'> {
  return { minDeposit: dec(least), feeFixed: dec(fixed), feePercent: dec(percent) };
}
