import type { ExchangeOperations } from '../../contract/exchange.ts';
import { value } from '../answer.ts';
import type { Handlers } from '../handlers.ts';
import type { SimulatedBank } from './banks.ts';
import type { FiatDeposit } from './fiatDeposit.ts';
import type { VibanAccount, VibanCounter } from './vibanCounter.ts';
import type { WireCounter } from './wireCounter.ts';

type FiatRows = 'wireDeposits.bankAccounts' | 'wireDeposits.fee' | 'wireDeposits.create' | 'vibanDeposits.fee' | 'vibanDeposits.create';

/** Fiat deposits (000 Wire-transfer deposit, 000 ViBAN deposit). */
export function fiatHandlers(wire: WireCounter, viban: VibanCounter): Handlers<Pick<ExchangeOperations, FiatRows>> {
  return {
    'wireDeposits.bankAccounts': ({ countryIso2, currency }) => {
      const banks = wire.banks(currency, countryIso2);
      return 'type' in banks ? banks : value(banks.map(bankForm));
    },
    'wireDeposits.fee': ({ amount, currency, countryIso2, bankAccountId }) => {
      const quote = wire.quote(amount, currency, countryIso2, bankAccountId);
      return 'type' in quote ? quote : value(quote);
    },
    'wireDeposits.create': (request, at) => {
      const made = wire.create(request, at);
      return 'type' in made ? made : value(wireForm(made.deposit, made.bank));
    },
    'vibanDeposits.fee': ({ amount, currency }) => {
      const quote = viban.quote(amount, currency);
      return 'type' in quote ? quote : value(quote);
    },
    'vibanDeposits.create': ({ amount, currency }, at) => {
      const made = viban.create(amount, currency, at);
      return 'type' in made ? made : value(vibanForm(made, viban.account));
    },
  };
}

function bankForm({ id, minDeposit, feeFixed, feePercent, currency, name, iban }: SimulatedBank) {
  return {
    id,
    minDepositAmount: minDeposit,
    depositFeeFixedAmount: feeFixed,
    depositFeePercentAmount: feePercent,
    currency,
    bankName: name,
    iban,
  };
}

function wireForm({ id, gross, referenceId }: FiatDeposit, bank: SimulatedBank) {
  return {
    amount: gross,
    recipient: bank.name,
    bankAddress: bank.address,
    bankZip: bank.zip,
    bankCity: bank.city,
    bankCountry: bank.country,
    swiftCode: bank.swift,
    iban: bank.iban,
    paymentReference: referenceId,
    referenceNumber: id,
    routingNumber: bank.routingNumber,
  };
}

function vibanForm({ id, status, gross, net, currency }: FiatDeposit, account: VibanAccount) {
  return {
    transactionId: id,
    status,
    amount: gross,
    feeAmount: gross.minus(net),
    netAmount: net,
    currency,
    instructions: { ...account, amount: gross, currency },
  };
}
