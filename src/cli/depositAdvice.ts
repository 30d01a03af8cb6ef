import { isFault } from '../base/fault.ts';

/** What to do about a refusal, by its code (000 Errors 8). */
const ADVICE: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'currency-not-supported': 'use EUR, USD or GBP, or `sluice treasury deposit wire`',
    'method-not-available': 'virtual IBANs are not available now: try later, or use `sluice treasury deposit wire`',
    'deposit-locked':
      'one of this amount was announced shortly before: `sluice treasury deposit list` shows it. Use that one, another amount, or try later',
    'email-required': "enter an e-mail address in the account's profile at the venue",
    'company-data-required': "enter the company's name and registration number in the account's profile at the venue",
    'country-not-supported': "virtual IBANs are not available in the account's country: use `sluice treasury deposit wire`",
    'account-not-ready': 'the virtual IBAN is being set up, which is so once at the beginning: try again in a few minutes',
    'payment-rejected': 'the provider refuses it: ask the venue, or use `sluice treasury deposit wire`',
    'entity-not-valid': 'correct the named values',
    'entity-not-found': 'the venue does not know the customer of this key: ask it',
    'operation-for-currency-not-allowed': "this currency is not allowed in the account's region",
  }),
);

const LOST = 'nothing is paid by an announcement: look at `sluice treasury deposit list` whether it is there; when it is not, repeat it';

/** Announces a deposit. A refusal says what to do about it; so does an answer that is lost. */
export async function withDepositAdvice<T>(announce: () => Promise<T>): Promise<T> {
  try {
    return await announce();
  } catch (error) {
    if (!isFault(error)) throw error;
    throw error.told({ suggestion: error.outcome === 'unknown' ? LOST : (ADVICE.get(error.venueCode ?? '') ?? error.suggestion) });
  }
}
