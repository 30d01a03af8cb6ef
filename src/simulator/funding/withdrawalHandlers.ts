import type { Decimal } from '../../base/decimal.ts';
import type { ExchangeOperations } from '../../contract/exchange.ts';
import { BENEFICIARY_FIELDS } from '../../contract/exchange/beneficiary.ts';
import { type Answer, type RefusalAnswer, value } from '../answer.ts';
import type { Handlers } from '../handlers.ts';
import type { CryptoTransaction } from './cryptoLedger.ts';
import { FIAT_MINIMUM, type FiatWithdrawals } from './fiatWithdrawals.ts';
import type { FeeQuote, WithdrawalCounter } from './withdrawalCounter.ts';

type WithdrawalRows = 'withdrawals.fee' | 'withdrawals.create' | 'withdrawalsV1.fee' | 'withdrawalsV1.create' | 'fiatWithdrawals.fee';

/** Withdrawals and their fees (000 Withdrawals). */
export function withdrawalHandlers(counter: WithdrawalCounter, fiat: FiatWithdrawals): Handlers<Pick<ExchangeOperations, WithdrawalRows>> {
  return {
    'withdrawals.fee': (request) =>
      answered(counter.quote(request), (quote) => ({
        ...quoteForm(quote),
        travelRuleBeneficiaryFields: quote.needsBeneficiary ? [...BENEFICIARY_FIELDS] : undefined,
      })),
    'withdrawals.create': (request, at) =>
      answered(counter.create(request, at), (made) => ({
        ...withdrawalForm(made, request.amount),
        beneficiary: request.beneficiary,
      })),
    'withdrawalsV1.fee': (request) => answered(counter.quote(request), quoteForm),
    'withdrawalsV1.create': (request, at) => answered(counter.create(request, at), (made) => withdrawalForm(made, request.amount)),
    'fiatWithdrawals.fee': (request) => answered(fiat.quote(request), (amounts) => ({ ...amounts, minWithdrawalAmount: FIAT_MINIMUM })),
  };
}

function answered<T extends object, F>(made: T | RefusalAnswer, form: (made: T) => F): Answer<F> {
  return isRefusal(made) ? made : value(form(made));
}

function isRefusal(made: object): made is RefusalAnswer {
  return 'type' in made && (made.type === 'standard' || made.type === 'not-found' || made.type === 'invalid');
}

function quoteForm({ amount, feeAmount, netAmount, grossAmount, network }: FeeQuote) {
  return { amount, feeAmount, netAmount, grossAmount, minWithdrawalAmount: network.minWithdrawal };
}

function withdrawalForm(made: CryptoTransaction, amount: Decimal) {
  return {
    id: made.id,
    currency: made.currency,
    networkCode: made.network.code,
    grossAmount: made.gross,
    netAmount: made.net,
    amount,
    fee: made.gross.minus(made.net),
    destinationAddress: made.destinationAddress,
    destinationAdditionalAddress: made.destinationTag,
    referenceId: made.referenceId,
    clientTag: made.clientTag,
  };
}
