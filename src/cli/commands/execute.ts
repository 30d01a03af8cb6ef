import { Fault } from '../../base/fault.ts';
import { argument, command, flag, option, requiredOption } from '../command.ts';
import { confirm } from '../confirm.ts';
import { operate } from '../operator.ts';
import { printOutcome } from '../printOutcome.ts';
import { amountValue, durationValue, oneOf, shareValue, symbolValue, ticksValue } from '../values.ts';

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
    share: option('--share <share>', 'pov: its share of what is traded; 0.05 is 5 %', shareValue),
    show: option('--show <amount>', 'iceberg: how much is visible, in base currency', amountValue),
    offsetTicks: option(
      '--offset-ticks <ticks>',
      'peg: so many ticks behind the best price; below 0 before it; 0 when left out',
      ticksValue,
    ),
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

/** What only some kinds take. */
interface Terms {
  readonly over: number | undefined;
  readonly share: string | undefined;
  readonly show: string | undefined;
  readonly offsetTicks: number | undefined;
}

const FLAGS: Readonly<Record<keyof Terms, string>> = {
  over: '--over',
  share: '--share',
  show: '--show',
  offsetTicks: '--offset-ticks',
};

const TERM_OF: Readonly<Record<Kind, keyof Terms>> = { twap: 'over', pov: 'share', iceberg: 'show', peg: 'offsetTicks' };

/** What belongs to a kind. What belongs to another one is refused, since whoever gives it expects something of it. */
function howOf(kind: Kind, limit: string | undefined, terms: Terms): Record<string, unknown> {
  const own = TERM_OF[kind];
  for (const [name, flag] of Object.entries(FLAGS)) {
    if (name === own || terms[name as keyof Terms] === undefined) continue;
    throw new Fault('usage', `${flag} has no meaning for ${kind}`, { suggestion: `leave it out; ${kind} takes ${FLAGS[own]}` });
  }
  const most = limit === undefined ? {} : { limit };
  switch (kind) {
    case 'twap':
      return { over: needed('--over', kind, terms.over), ...most };
    case 'pov':
      return { share: needed('--share', kind, terms.share), ...most };
    case 'iceberg':
      return { show: needed('--show', kind, terms.show), price: needed('--limit', kind, limit) };
    case 'peg':
      return { offsetTicks: terms.offsetTicks ?? 0, limit: needed('--limit', kind, limit) };
  }
}

function needed<T>(flag: string, kind: Kind, value: T | undefined): T {
  if (value === undefined) throw new Fault('usage', `${kind} needs ${flag}`);
  return value;
}
