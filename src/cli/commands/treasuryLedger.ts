import type { BookFormat } from '../../treasury/bookkeeping/bookFormat.ts';
import { Fault } from '../../base/fault.ts';
import { command, option, requiredOption } from '../command.ts';
import { readLocalStore } from '../localStore.ts';
import { rangeOptions, timeRange } from '../timeRange.ts';
import { currencyValue, oneOf, textValue } from '../values.ts';

export const treasuryLedger = command({
  name: 'treasury ledger',
  about:
    'Write the books of the account for hledger or beancount, or as CSV: one transaction for each id of the venue, with balance assertions',
  options: {
    format: requiredOption('--format <format>', 'hledger, beancount or csv', oneOf('hledger', 'beancount', 'csv')),
    ...rangeOptions,
    zone: option('--zone <zone>', 'whose days and months count, like Europe/Berlin', textValue, 'UTC'),
    map: option('--map <file>', 'a YAML file with accounts, and with prices that the books do not know', textValue),
    gains: option('--gains <method>', 'book what was gained: fifo, or average cost', oneOf('fifo', 'average')),
    currency: option('--currency <currency>', 'the currency in which gains and prices are counted', currencyValue, 'EUR'),
  },
  examples: [
    'treasury ledger --format hledger >books.journal',
    'treasury ledger --format beancount --gains fifo --map accounts.yaml >books.beancount',
    'treasury ledger --format csv --from 2026-10-01 --to 2026-11-01',
  ],
  async run({ options: { format, map, gains: method, zone, currency, from, to } }, shell) {
    const { isZone } = await import('../../treasury/statements/monthRange.ts');
    if (!isZone(zone)) throw new Fault('usage', `--zone ${zone} is no known zone: expected one like UTC or Europe/Berlin`);
    const { resolve } = await import('node:path');
    const { readSource } = await import('../../settings/readSource.ts');
    const { DEFAULT_BOOKS, readBooksFile } = await import('../../treasury/bookkeeping/readBooksFile.ts');
    const { exportLedger } = await import('../../treasury/bookkeeping/exportLedger.ts');
    const { accounts, transfers, except, prices } =
      map === undefined
        ? DEFAULT_BOOKS
        : readBooksFile(map, readSource(map, resolve(shell.cwd, map), 'name a file of accounts with --map FILE'));
    const isOwn = (key: string): boolean => (transfers === 'own') !== except.has(key);
    const gains = method === undefined ? undefined : { method, prices, isOwn };
    const options = { ...timeRange({ from, to }), format: await formatOf(format), zone, accounts, currency, gains };
    await readLocalStore(shell, async ({ ledger }) => {
      await ledger.history(async (history) => {
        for await (const piece of exportLedger(history, options)) shell.out.write(piece);
      });
    });
  },
});

async function formatOf(name: 'hledger' | 'beancount' | 'csv'): Promise<BookFormat> {
  switch (name) {
    case 'hledger':
      return (await import('../../treasury/bookkeeping/hledgerFormat.ts')).hledgerFormat;
    case 'beancount':
      return (await import('../../treasury/bookkeeping/beancountFormat.ts')).beancountFormat;
    case 'csv':
      return (await import('../../treasury/bookkeeping/ledgerCsv.ts')).ledgerCsv;
  }
}
