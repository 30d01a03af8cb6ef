import { Fault } from '../base/fault.ts';
import { stringifyJson } from '../base/json.ts';
import { contract } from '../contract/contract.ts';
import { paramsFromText } from '../contract/paramsFromText.ts';
import { given } from '../treasury/payments/ask.ts';
import { withReferences } from '../treasury/references.ts';
import { askInterface } from './askInterface.ts';
import { printOutcome } from './printOutcome.ts';
import { note, type Shell } from './shell.ts';
import { transferId } from './transferId.ts';

/** What the person has given, by option. */
export type HostedTerms = Readonly<Record<(typeof CUSTOMER)[number][0] | (typeof PAYMENT)[number][0], string | undefined>> & {
  readonly depositor: string | undefined;
  readonly country: string;
  readonly taxId: string | undefined;
  readonly taxCountry: string | undefined;
};

/** Options and the members of 002 Customer that they are. */
const CUSTOMER = [
  ['customer', 'id'],
  ['country', 'country'],
  ['email', 'email'],
  ['phone', 'full_phone_number'],
  ['firstName', 'first_name'],
  ['lastName', 'last_name'],
  ['currency', 'currency'],
  ['address', 'address'],
  ['city', 'city'],
  ['postalCode', 'postal_code'],
  ['affiliate', 'affiliate_name'],
  ['balance', 'balance'],
  ['department', 'assigned_to_department_tree_path'],
  ['tradingAccount', 'trading_account_id'],
] as const;

/** Options and the members of 002 Payment initiation request that they are. */
const PAYMENT = [
  ['notifyUrl', 'notification_url'],
  ['order', 'origin_transaction_id'],
  ['lang', 'lang'],
  ['source', 'source'],
  ['gtm', 'gtm'],
  ['variable1', 'variable1'],
  ['variable2', 'variable2'],
  ['variable3', 'variable3'],
] as const;

const OPERATION = 'payments.initiate';

/**
 * Begins a payment on the hosted page. Every field is checked as 002 has it before anything is sent: the `Fault` `invalid-request`
 * names the field, the value and what was expected.
 */
export async function startHostedPayment(shell: Shell, terms: HostedTerms): Promise<void> {
  const { texts, made } = withReferences(`hostedPage.${OPERATION}`, textsOf(terms), transferId());
  paramsFromText(OPERATION, contract.hostedPage[OPERATION]!, texts);
  const { origin_transaction_id: order, customer: body } = texts;
  if (shell.options.dryRun) {
    const { origin_transaction_id: _made, customer: _body, ...rest } = texts;
    return printOutcome(shell, { outcome: 'dry-run', ...rest, customer: body, ...(made.length === 0 ? { order } : {}) });
  }
  const url = await askInterface(shell, 'hostedPage', async ({ ask, agree }) => {
    await agree(`make a page on which customer ${terms.customer} pays?`);
    if (made.length > 0) note(shell, `made here, to find it again by: ${made.join(', ')}`);
    return (await ask(OPERATION, texts)).redirect_url;
  });
  await printOutcome(shell, { outcome: 'created', order, url });
}

function textsOf(terms: HostedTerms): Readonly<Record<string, string>> {
  const { depositor, taxId, taxCountry, country } = terms;
  if (taxCountry !== undefined && taxId === undefined) throw new Fault('usage', '--tax-country goes only with --tax-id');
  const customer = {
    ...given(Object.fromEntries(CUSTOMER.map(([option, member]) => [member, terms[option]]))),
    ...(depositor === undefined ? {} : { is_depositor: depositor === 'yes' }),
    ...(taxId === undefined ? {} : { documents: [{ type: 'TAX_ID', number: taxId, country: taxCountry ?? country }] }),
  };
  return { ...given(Object.fromEntries(PAYMENT.map(([option, member]) => [member, terms[option]]))), customer: stringifyJson(customer) };
}
