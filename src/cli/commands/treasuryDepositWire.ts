import type { Column } from '../column.ts';
import { command, option, requiredOption } from '../command.ts';
import { countryValue, fiatValue } from '../paymentValues.ts';
import type * as wire from '../wireDeposit.ts';
import { amountValue, textValue, wholeValue } from '../values.ts';

export const treasuryDepositWire = command({
  name: 'treasury deposit wire',
  about: 'Announce a bank transfer: the bank accounts that take it, what it costs, and where to send it, with which reference',
  options: {
    amount: requiredOption('--amount <amount>', 'how much is transferred, fee included', amountValue),
    currency: requiredOption('--currency <currency>', 'like EUR', fiatValue),
    country: requiredOption('--country <code>', 'of the bank that it is sent from, like DE', countryValue),
    bank: option('--bank <id>', 'the account that it goes to, when there are several; a dry run lists them', wholeValue(0, 2_147_483_647)),
    fromBank: option('--from-bank <name>', 'the name of the bank that it is sent from', textValue),
    fromIban: option('--from-iban <iban>', 'the account that it is sent from', textValue),
  },
  dryRun: true,
  examples: [
    'treasury deposit wire --amount 1000 --currency EUR --country DE --dry-run',
    'treasury deposit wire --amount 1000 --currency EUR --country DE --bank 11 --from-bank Sparkasse --from-iban DE75512108001245126199 --yes',
  ],
  async run({ options }, shell) {
    const { announceWire, quoteWires } = await import('../wireDeposit.ts');
    const { printRecord, printRows } = await import('../print.ts');
    if (shell.options.dryRun) return printRows(shell, quoteColumns, await quoteWires(shell, options));
    printRecord(shell, wireColumns, await announceWire(shell, options));
  },
});

type Quoted = Awaited<ReturnType<typeof wire.quoteWires>>[number];
type Announced = Awaited<ReturnType<typeof wire.announceWire>>;

const quoteColumns: readonly Column<Quoted>[] = [
  { key: 'bank', value: (row) => String(row.bank.id) },
  { key: 'bankName', value: (row) => row.bank.bankName },
  { key: 'currency', value: (row) => row.bank.currency },
  { key: 'amount', kind: 'number', value: (row) => row.grossAmount },
  { key: 'fee', kind: 'number', value: (row) => row.feeAmount },
  { key: 'credited', kind: 'number', value: (row) => row.netAmount },
  { key: 'least', kind: 'number', value: (row) => row.bank.minDepositAmount },
  { key: 'iban', value: (row) => row.bank.iban },
];

const wireColumns: readonly Column<Announced>[] = [
  { key: 'amount', kind: 'number', value: (row) => row.amount },
  { key: 'currency', value: (row) => row.currency },
  { key: 'reference', value: (row) => row.paymentReference, style: () => 'bold' },
  { key: 'recipient', value: (row) => row.recipient },
  { key: 'iban', value: (row) => row.iban },
  { key: 'swift', value: (row) => row.swiftCode },
  { key: 'routingNumber', value: (row) => row.routingNumber },
  { key: 'bankReference', value: (row) => row.referenceNumber },
  {
    key: 'address',
    value: (row) => [row.bankAddress, row.bankZip, row.bankCity, row.bankCountry].filter((part) => part !== undefined).join(', '),
  },
  { key: 'fee', kind: 'number', value: (row) => row.feeAmount },
  { key: 'credited', kind: 'number', value: (row) => row.netAmount },
];
