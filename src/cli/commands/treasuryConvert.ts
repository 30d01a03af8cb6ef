import { Fault } from '../../base/fault.ts';
import { command, flag, option, requiredOption } from '../command.ts';
import { KEY_FILE } from '../keyOption.ts';
import { PASSPHRASE_FILE } from '../passphraseOption.ts';
import { PERSON, personOf } from '../personOption.ts';
import { amountValue, currencyValue, durationValue, percentValue, textValue } from '../values.ts';

export const treasuryConvert = command({
  name: 'treasury convert',
  about:
    'Convert one currency of the account into another by a quote of the venue, or with --best by the order book where that brings more, as far as the policy allows it',
  options: {
    from: requiredOption('--from <currency>', 'what leaves, like BTC', currencyValue),
    into: requiredOption('--into <currency>', 'what arrives, like EUR', currencyValue),
    amount: option('--amount <amount>', 'how much leaves; or else --to-amount', amountValue),
    toAmount: option('--to-amount <amount>', 'how much arrives', amountValue),
    worst: option('--worst <rate>', 'the least that one of what leaves has to bring; in place of --slippage', amountValue),
    slippage: option(
      '--slippage <percent>',
      'how much worse it may get than the quote of the dry run, like 0.5%; 1% unless given',
      percentValue,
    ),
    best: flag('--best', 'by the order book where that brings more than the quote when it is sent'),
    note: option('--note <text>', 'what it is for', textValue),
    as: PERSON,
    key: KEY_FILE,
    passphraseFile: PASSPHRASE_FILE,
    wait: option('--wait <duration>', 'how long to follow it until it is done', durationValue, 600_000),
  },
  dryRun: true,
  examples: [
    'treasury convert --from BTC --into EUR --to-amount 20000 --dry-run',
    'treasury convert --from BTC --into EUR --amount 0.25 --worst 81000 --as anna --key anna.key.pem --yes',
  ],
  async run({ options: { from, into, amount, toAmount, worst, slippage, best, note, as, key, passphraseFile, wait } }, shell) {
    const { runMove } = await import('../moveRun.ts');
    const { conversionOrder } = await import('../conversionOrder.ts');
    if ((amount === undefined) === (toAmount === undefined)) throw new Fault('usage', 'give exactly one of --amount and --to-amount');
    if (worst !== undefined && slippage !== undefined) throw new Fault('usage', 'give one of --worst and --slippage');
    if (from === into) throw new Fault('usage', 'give two different currencies');
    const size = amount === undefined ? ({ exact: 'to', amount: toAmount! } as const) : ({ exact: 'from', amount } as const);
    const payment = await conversionOrder(shell, { from, into, ...size, worst, slippage, isBest: best });
    const payments = [{ ...payment, ...(note === undefined ? {} : { note }) }];
    const move = { kind: 'conversion', initiator: personOf(shell, as), payments } as const;
    return runMove(shell, move, { waitMs: wait, repeats: false, key, passphraseFile });
  },
});
