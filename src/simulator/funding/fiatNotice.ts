import { JsonNumber } from '../../base/json.ts';
import type { FiatDeposit } from './fiatDeposit.ts';

/**
 * What is sent on every status change of a ViBAN deposit (000 Events). The specification shows neither its shape nor how it is
 * delivered, so the body has the members of the deposit and goes where the options say.
 */
export interface FiatDepositNotice {
  readonly subject: string;
  readonly type: 'fiat-deposit';
  readonly body: Readonly<Record<string, unknown>>;
}

export function fiatDepositNotice({ id, status, currency, gross, net }: FiatDeposit, reason: string | undefined): FiatDepositNotice {
  const body = { transactionId: new JsonNumber(id), status, amount: gross, feeAmount: gross.minus(net), netAmount: net, currency };
  return { subject: `fiat-deposit-${id}`, type: 'fiat-deposit', body: reason === undefined ? body : { ...body, reason } };
}
