import type { z } from 'zod';
import { amount, choice, duration, listOf, percent, positiveDecimal, section, whole } from './kinds.ts';
import type { Path } from './problem.ts';

const THEN = ['no-entries', 'cancel', 'close'] as const;
const MEANS =
  'no-entries admits only what makes positions smaller, cancel halts and cancels open orders, close also closes the positions at the market';

/** What happens when a limit on losses is reached. */
const onLoss = choice({ hot: true, about: `What happens when maxLoss, maxDailyLoss or maxDrawdown is reached: ${MEANS}` }, THEN).optional();

const protection = section('A rule that stops trading for a while after what has happened; with the same code in backtests', {
  kind: choice(
    {
      hot: true,
      about:
        'losing-trades: so many trades lost within a time; low-profit: the trades within a time earned too little; cool-down: after each trade, each that lost, or each stop that has fired; repeated-fills: so many executions of one side within a time without a move of the price; max-loss: so much was lost, open positions included; drawdown: so much since the highest profit',
    },
    ['losing-trades', 'low-profit', 'cool-down', 'repeated-fills', 'max-loss', 'drawdown'],
  ),
  trades: whole({ hot: true, about: 'losing-trades, low-profit: how many trades', unit: 'trades' }, { min: 1, max: 10_000 }).optional(),
  fills: whole({ hot: true, about: 'repeated-fills: how many executions', unit: 'executions' }, { min: 2, max: 10_000 }).optional(),
  within: duration({ hot: true, about: 'The time within which they are counted' }, { min: '1s', max: '90d' }).optional(),
  least: positiveDecimal({
    hot: true,
    about: 'low-profit: what these trades must earn together, after fees, in the quote currency',
  }).optional(),
  move: percent(
    { hot: true, about: 'repeated-fills: how far the price may have moved and still count as the same' },
    'zero-too',
  ).optional(),
  after: choice(
    { hot: true, about: 'cool-down: after a trade that lost, after each, or after a stop that has fired and closed its position' },
    ['loss', 'trade', 'stop'],
  ).optional(),
  amount: amount({ hot: true, about: 'max-loss, drawdown: how much' }).optional(),
  per: choice({ hot: true, about: 'max-loss: of one UTC day, or since the beginning' }, ['day', 'life']).optional(),
  pause: duration(
    { hot: true, about: 'How long trading is stopped; without it, until a person says `sluice resume`' },
    { min: '1s', max: '90d' },
  ).optional(),
  // oxlint-disable-next-line unicorn/no-thenable -- the word of the configuration; nothing awaits a setting
  then: choice(
    { hot: true, about: `What is stopped: ${MEANS}; without it cancel, and no-entries for a cool-down, under which exits go on` },
    THEN,
  ).optional(),
});

const protections = listOf('Protections, each by itself', protection, 'protections', 50, '[{ kind: cool-down, after: loss, pause: 10m }]');

/** The limits on losses and the protections of one strategy. */
export const strategyProtections = {
  maxLoss: amount({
    hot: true,
    about: 'Loss since its beginning, open position included, at which it is stopped until a person resumes it',
  }).optional(),
  maxDailyLoss: amount({ hot: true, about: 'Loss of one UTC day at which it is stopped until the day is over' }).optional(),
  maxDrawdown: amount({ hot: true, about: 'Loss since its highest profit at which it is stopped until a person resumes it' }).optional(),
  onLoss,
  protect: protections.optional(),
};

/** Those of all strategies together. Their daily loss has a rule of its own. */
export const allProtections = {
  maxLoss: amount({
    hot: true,
    about: 'Loss of all strategies since their beginning at which everything is stopped until a person resumes it',
  }).optional(),
  maxDrawdown: amount({ hot: true, about: 'Loss of all strategies since their highest profit at which everything is stopped' }).optional(),
  onLoss,
  protect: protections.optional(),
};

export type ProtectionSettings = z.output<typeof protection>;

/** What each kind needs beside `kind` and `then`. */
const NEEDS = {
  'losing-trades': ['trades', 'within'],
  'low-profit': ['trades', 'within', 'least'],
  'cool-down': ['after', 'pause'],
  'repeated-fills': ['fills', 'within', 'move'],
  'max-loss': ['amount'],
  drawdown: ['amount'],
} as const;

const SPECIAL = ['trades', 'fills', 'within', 'least', 'move', 'after', 'amount', 'per', 'pause'] as const;
/** What it takes beside that. */
const MAY_HAVE: Readonly<Record<ProtectionSettings['kind'], readonly string[]>> = {
  'losing-trades': ['pause'],
  'low-profit': ['pause'],
  'cool-down': [],
  'repeated-fills': ['pause'],
  // They end by themselves with the day, or when a person resumes the strategy: the loss is there after any pause.
  'max-loss': ['per'],
  drawdown: [],
};

interface Faulty {
  readonly path: Path;
  readonly message: string;
  readonly atKey?: boolean;
}

/** Members that a protection lacks, and such as its kind does not take. */
export function protectionFaults(list: readonly ProtectionSettings[] | undefined, path: Path): Faulty[] {
  return (list ?? []).flatMap((one, i) => {
    const needs: readonly string[] = NEEDS[one.kind];
    const missing = needs.filter((member) => one[member as keyof ProtectionSettings] === undefined);
    const foreign = SPECIAL.filter(
      (member) => one[member] !== undefined && !needs.includes(member) && !MAY_HAVE[one.kind].includes(member),
    );
    return [
      ...missing.map((member) => ({ path: [...path, i, member], message: `is missing: ${one.kind} needs ${needs.join(', ')}` })),
      ...foreign.map((member) => ({ path: [...path, i, member], message: `${one.kind} does not take ${member}`, atKey: true })),
    ];
  });
}
