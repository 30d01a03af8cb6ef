import type { Reply } from '../../contract/operation.ts';
import type { exchange } from '../../contract/exchange.ts';
import type { Column } from '../column.ts';
import { command, option, requiredOption } from '../command.ts';
import { fiatValue, ipValue } from '../paymentValues.ts';
import { say } from '../shell.ts';
import { amountValue } from '../values.ts';

type Announced = Reply<(typeof exchange)['vibanDeposits.create']>;
type Quoted = Reply<(typeof exchange)['vibanDeposits.fee']>;

export const treasuryDepositViban = command({
  name: 'treasury deposit viban',
  about: 'Announce a bank transfer to the personal virtual IBAN: what it costs, and where to send exactly which amount',
  options: {
    amount: requiredOption('--amount <amount>', 'how much is transferred, fee included; at most two decimals', amountValue),
    currency: requiredOption('--currency <currency>', 'EUR, USD or GBP', fiatValue),
    clientIp: option('--client-ip <address>', 'of the end customer, IPv4 or IPv6: the venue checks for fraud by it', ipValue),
  },
  dryRun: true,
  examples: [
    'treasury deposit viban --amount 250.50 --currency EUR --dry-run',
    'treasury deposit viban --amount 250.50 --currency EUR --client-ip 203.0.113.7 --yes',
  ],
  async run({ options: { amount, currency, clientIp } }, shell) {
    const { Fault } = await import('../../base/fault.ts');
    const { askInterface } = await import('../askInterface.ts');
    const { withDepositAdvice } = await import('../depositAdvice.ts');
    const { printRecord } = await import('../print.ts');
    const quote = (): Promise<Quoted> =>
      askInterface(shell, 'exchange', ({ ask }) => withDepositAdvice(() => ask('vibanDeposits.fee', { amount, currency })));
    if (shell.options.dryRun) return printRecord(shell, quoteColumns, await quote());
    if (clientIp === undefined)
      throw new Fault('usage', "--client-ip is needed: the end customer's address, which no other may stand in for");
    const { grossAmount, netAmount } = await quote();
    const made = await askInterface(shell, 'exchange', async ({ ask, agree }) => {
      await agree(`announce a transfer of ${grossAmount.toFixed()} ${currency}, of which ${netAmount.toFixed()} is credited?`);
      return withDepositAdvice(() => ask('vibanDeposits.create', { amount, currency, clientIp }));
    });
    const { keepAnnounced } = await import('../wireDeposit.ts');
    await keepAnnounced(shell, made.transactionId, made.amount, made.currency);
    printRecord(shell, columns, made);
    const { instructions } = made;
    say(
      shell,
      `transfer exactly ${instructions.amount.toFixed()} ${instructions.currency} in one piece; \`sluice treasury deposit list\` follows it`,
    );
  },
});

const quoteColumns: readonly Column<Quoted>[] = [
  { key: 'outcome', value: () => 'dry-run' },
  { key: 'amount', kind: 'number', value: (quote) => quote.grossAmount },
  { key: 'fee', kind: 'number', value: (quote) => quote.feeAmount },
  { key: 'credited', kind: 'number', value: (quote) => quote.netAmount },
  { key: 'currency', value: (quote) => quote.currency },
];

const columns: readonly Column<Announced>[] = [
  { key: 'id', value: (made) => made.transactionId },
  { key: 'status', value: (made) => made.status },
  { key: 'amount', kind: 'number', value: (made) => made.instructions.amount },
  { key: 'currency', value: (made) => made.instructions.currency },
  { key: 'iban', value: (made) => made.instructions.iban },
  { key: 'bic', value: (made) => made.instructions.bic },
  { key: 'accountHolder', value: (made) => made.instructions.accountHolderName },
  { key: 'accountNumber', value: (made) => made.instructions.accountNumber },
  { key: 'bankName', value: (made) => made.instructions.bankName },
  { key: 'bankAddress', value: (made) => made.instructions.bankAddress },
  { key: 'bankCountry', value: (made) => made.instructions.bankCountry },
  { key: 'fee', kind: 'number', value: (made) => made.feeAmount },
  { key: 'credited', kind: 'number', value: (made) => made.netAmount },
];
