import { dec, type Decimal } from '../../base/decimal.ts';
import type { ExchangeOperations } from '../../contract/exchange.ts';
import { BENEFICIARY_FIELDS } from '../../contract/exchange/beneficiary.ts';
import type { Params } from '../../contract/operation.ts';
import { type Answer, invalid, notFound, type RefusalAnswer, value } from '../answer.ts';
import type { Handlers } from '../handlers.ts';
import { restrictedOf } from '../region.ts';
import type { Venue } from '../venue.ts';
import type { CryptoTransaction } from './cryptoLedger.ts';
import { feeAmounts } from './feeModes.ts';
import type { FeeQuote, WithdrawalCounter } from './withdrawalCounter.ts';

type WithdrawalRows = 'withdrawals.fee' | 'withdrawals.create' | 'withdrawalsV1.fee' | 'withdrawalsV1.create' | 'fiatWithdrawals.fee';

/** The fees of a fiat withdrawal, which are the simulator's own figures (docs/assumptions.md). */
const FIAT_FEE = dec(5);
const FIAT_MINIMUM = dec(20);

/** Withdrawals and their fees (000 Withdrawals). */
export function withdrawalHandlers(venue: Venue, counter: WithdrawalCounter): Handlers<Pick<ExchangeOperations, WithdrawalRows>> {
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
    'fiatWithdrawals.fee': (request) => fiatQuote(venue, request),
  };
}

function fiatQuote(venue: Venue, { amount, currency, feeType }: Params<ExchangeOperations['fiatWithdrawals.fee']>) {
  const known = venue.catalog.currencies.find(({ code }) => code === currency);
  if (known === undefined) return notFound(`currency ${currency} is not known`);
  if (known.type !== 'Fiat') return notFound(`currency ${currency} is not a fiat currency`);
  const restricted = restrictedOf(venue.region, [currency]);
  if (restricted !== undefined) return restricted;
  if (amount.decimalPlaces() > 2) return invalid({ amount: ['must have at most 2 decimals'] });
  const amounts = feeAmounts(feeType, amount, FIAT_FEE, venue.withdrawable(currency));
  if (!amounts.netAmount.gt(0)) return invalid({ amount: [`must be greater than the fee of ${FIAT_FEE.toFixed()}`] });
  return value({ ...amounts, minWithdrawalAmount: FIAT_MINIMUM });
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
