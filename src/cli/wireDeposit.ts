import { dec } from '../base/decimal.ts';
import { Fault } from '../base/fault.ts';
import { systemClock } from '../base/systemClock.ts';
import type { exchange } from '../contract/exchange.ts';
import type { Reply } from '../contract/operation.ts';
import type { Ask } from '../treasury/payments/ask.ts';
import { askInterface } from './askInterface.ts';
import { withSightings } from './keptSightings.ts';
import { note, say, type Shell } from './shell.ts';
import { withDepositAdvice } from './depositAdvice.ts';

type BankAccount = Reply<(typeof exchange)['wireDeposits.bankAccounts']>[number];

interface WireTerms {
  readonly amount: string;
  readonly currency: string;
  readonly country: string;
  readonly bank: number | undefined;
  readonly fromBank: string | undefined;
  readonly fromIban: string | undefined;
}

/** What a transfer would cost at each bank account that takes it. Steps one and two of three (000 Wire-transfer deposit). */
export function quoteWires(shell: Shell, terms: WireTerms) {
  return askInterface(shell, 'exchange', async ({ ask }) => {
    const banks = await banksFor(ask, terms);
    const quotes = [];
    for (const bank of banks) quotes.push({ bank, ...(await quoteAt(ask, bank, terms)) });
    return quotes;
  });
}

/** All three steps: one bank account, its quote, and the instructions for a transfer of exactly that. */
export async function announceWire(shell: Shell, terms: WireTerms) {
  const { fromBank, fromIban, currency, country, amount } = terms;
  if (fromBank === undefined || fromIban === undefined) {
    throw new Fault('usage', '--from-bank and --from-iban are needed: the venue matches the transfer by them', {
      outcome: 'not-sent',
      suggestion: 'add them, or --dry-run to see what a transfer costs',
    });
  }
  const made = await askInterface(shell, 'exchange', async ({ ask, agree }) => {
    const bank = oneOfBanks(await banksFor(ask, terms));
    const quote = await quoteAt(ask, bank, terms);
    await agree(
      `announce a transfer of ${quote.grossAmount.toFixed()} ${currency} to ${bank.bankName}, of which ${quote.netAmount.toFixed()} is credited?`,
    );
    const instructions = await withDepositAdvice(() =>
      ask('wireDeposits.create', {
        netAmount: quote.netAmount.toFixed(),
        feeAmount: quote.feeAmount.toFixed(),
        currency,
        customerBankName: fromBank,
        customerIban: fromIban,
        customerBankCountryIso2: country,
        bankAccountId: String(bank.id),
      }),
    );
    return { ...instructions, ...quote, currency };
  });
  if (!made.amount.eq(made.grossAmount)) note(shell, `the venue asks for ${made.amount.toFixed()} ${currency}, and not for ${amount}`);
  await keepAnnounced(shell, made.paymentReference, made.amount, currency);
  say(
    shell,
    `transfer exactly ${made.amount.toFixed()} ${currency} with the reference ${made.paymentReference}; \`sluice treasury deposit list\` follows it`,
  );
  return made;
}

/** What was announced, by its id or its reference in the history, so that another amount is noticed when it arrives. */
export async function keepAnnounced(shell: Shell, id: string, amount: ReturnType<typeof dec>, currency: string): Promise<void> {
  const seen = {
    kind: 'fiat-deposit',
    id,
    seenAt: systemClock.now(),
    status: 'Pending',
    reason: undefined,
    amount,
    currency,
    transaction: undefined,
  } as const;
  await withSightings(shell, 'exchange', (sightings) => sightings.see([seen]));
}

async function banksFor(ask: Ask<'exchange'>, { amount, currency, country, bank }: WireTerms): Promise<readonly BankAccount[]> {
  const all = await ask('wireDeposits.bankAccounts', { countryIso2: country, currency });
  if (all.length === 0)
    throw new Fault('not-found', `no bank account takes ${currency} from ${country}`, { suggestion: 'try another --country' });
  const chosen = bank === undefined ? all : all.filter(({ id }) => id === bank);
  if (chosen.length === 0)
    throw new Fault('usage', `--bank ${bank}: expected one of ${all.map(textOf).join(', ')}`, { outcome: 'not-sent' });
  const least = chosen.filter(({ minDepositAmount }) => dec(amount).gte(minDepositAmount));
  if (least.length > 0) return least;
  const lowest = chosen.map(({ minDepositAmount, bankName }) => `${minDepositAmount.toFixed()} ${currency} (${bankName})`).join(' or ');
  throw new Fault('usage', `--amount ${amount}: expected at least ${lowest}`, { outcome: 'not-sent' });
}

function oneOfBanks(banks: readonly BankAccount[]): BankAccount {
  if (banks.length === 1) return banks[0]!;
  throw new Fault('usage', `--bank is needed: ${banks.map(textOf).join(', ')}`, {
    outcome: 'not-sent',
    suggestion: '--dry-run shows what each costs',
  });
}

function quoteAt(ask: Ask<'exchange'>, { id }: BankAccount, { amount, currency, country }: WireTerms) {
  return ask('wireDeposits.fee', { amount, currency, countryIso2: country, bankAccountId: String(id) });
}

function textOf({ id, bankName }: BankAccount): string {
  return `${id} (${bankName})`;
}
