import { Fault } from '../../base/fault.ts';
import { argument, command, flag, option, requiredOption } from '../command.ts';
import { confirm } from '../confirm.ts';
import { operate } from '../operator.ts';
import { printOutcome } from '../printOutcome.ts';
import { amountValue, durationValue, oneOf, symbolValue, ticksValue } from '../values.ts';

type Kind = 'twap' | 'pov' | 'iceberg' | 'peg';

export const execute = command({
  name: 'execute',
  about:
    'Buy or sell an amount in parts: twap over a time, pov as a share of the volume, iceberg a little at a time, peg at the best price. A daemon goes on by itself; without one, this command works the order until it is done, and goes on with it when it is given again',
  args: { kind: argument('kind', 'twap, pov, iceberg or peg', oneOf('twap', 'pov', 'iceberg', 'peg')) },
  options: {
    symbol: requiredOption('--symbol <symbol>', 'the pair, like BTC/EUR', symbolValue),
    side: requiredOption('--side <side>', 'Buy or Sell', oneOf('Buy', 'Sell')),
    amount: requiredOption('--amount <amount>', 'how much in all, in base currency', amountValue),
    limit: option('--limit <price>', 'the worst price; the price of an iceberg, and required for it and for a peg', amountValue),
    over: option('--over <time>', 'twap: in which time, like 24h', durationValue),
    share: option('--share <share>', 'pov: its share of what is traded; 0.05 is 5 %', amountValue),
    show: option('--show <amount>', 'iceberg: how much is visible, in base currency', amountValue),
    offsetTicks: option('--offset-ticks <ticks>', 'peg: so many ticks behind the best price; below 0 before it', ticksValue, 0),
    follow: flag('--follow', 'tell how far it is until it is over; with a daemon, Ctrl-C ends the telling and not the order'),
    within: option('--within <time>', 'what is not done after this time is left', durationValue),
  },
  dryRun: true,
  examples: [
    'execute twap --symbol BTC/EUR --side Sell --amount 2 --over 24h --limit 55000 --yes',
    'execute pov --symbol BTC/EUR --side Buy --amount 0.5 --share 0.05 --within 8h --follow',
    'execute iceberg --symbol ETH/EUR --side Buy --amount 10 --show 0.5 --limit 2900',
    'execute peg --symbol ETH/EUR --side Sell --amount 2 --offset-ticks 1 --limit 2800',
  ],
  async run({ args: { kind }, options: { symbol, side, amount, limit, within, follow, ...terms } }, shell) {
    const how = { kind, ...howOf(kind, limit, terms) };
    const order = { ...how, symbol, side, amount, ...(within !== undefined && { within }) };
    if (shell.options.dryRun) return printOutcome(shell, { outcome: 'dry-run', ...order });
    await confirm(shell, `${side} ${amount} ${symbol} by ${kind}${limit === undefined ? '' : `, at ${limit} or better`}?`);
    const ask = { type: 'execute', symbol, side, amount, how, ...(within !== undefined && { within }) } as const;
    const result = await operate(shell, ask, [symbol], follow);
    if (!follow || result.outcome !== 'working') return printOutcome(shell, { ...result });
    const { followed } = await import('../followed.ts');
    return printOutcome(shell, { ...(await followed(shell, result)) });
  },
});

/** What belongs to a kind. */
function howOf(
  kind: Kind,
  limit: string | undefined,
  {
    over,
    share,
    show,
    offsetTicks,
  }: Readonly<{ over?: number | undefined; share?: string | undefined; show?: string | undefined; offsetTicks: number }>,
): Record<string, unknown> {
  const most = limit === undefined ? {} : { limit };
  switch (kind) {
    case 'twap':
      return { over: needed('--over', kind, over), ...most };
    case 'pov':
      return { share: needed('--share', kind, share), ...most };
    case 'iceberg':
      return { show: needed('--show', kind, show), price: needed('--limit', kind, limit) };
    case 'peg':
      return { offsetTicks, limit: needed('--limit', kind, limit) };
  }
}

function needed<T>(flag: string, kind: Kind, value: T | undefined): T {
  if (value === undefined) throw new Fault('usage', `${kind} needs ${flag}`);
  return value;
}
