import { Fault } from '../base/fault.ts';
import type { Beneficiary } from '../model/move.ts';
import { option } from './command.ts';
import { textValue } from './values.ts';

/** Who receives a payment, where the Travel Rule asks for it (000 Beneficiary). */
export const BENEFICIARY_OPTIONS = {
  firstName: option('--first-name <name>', 'the recipient, where the Travel Rule asks for one: all four together', textValue),
  lastName: option('--last-name <name>', 'their last name', textValue),
  bornIn: option('--born-in <country>', 'the country of their birth: two letters (ISO 3166)', textValue),
  bornOn: option('--born-on <day>', 'the day of their birth, as YYYY-MM-DD', textValue),
};

type Given = Readonly<Record<keyof typeof BENEFICIARY_OPTIONS, string | undefined>>;

/** The beneficiary that the options name. Empty where they name none. Throws a `Fault` where one of the four is missing. */
export function beneficiaryOf({ firstName, lastName, bornIn, bornOn }: Given): { readonly beneficiary?: Beneficiary } {
  const parts = [firstName, lastName, bornIn, bornOn];
  if (parts.every((part) => part === undefined)) return {};
  if (parts.includes(undefined)) {
    throw new Fault('usage', '--first-name, --last-name, --born-in and --born-on go together (000 Beneficiary)');
  }
  return { beneficiary: { firstName: firstName!, lastName: lastName!, countryOfBirthCode: bornIn!, dateOfBirth: bornOn! } };
}
