import type { z } from 'zod';
import { choice, listOf, positiveDecimal, section } from './kinds.ts';
import type { Path } from './problem.ts';

/** The strategy that trades nothing by itself, so that only exits do: see `strategies/hold.ts`. */
export const HOLD = 'hold';

const exit = section('An exit that the desk keeps for whatever the strategy holds', {
  kind: choice(
    {
      hot: true,
      about:
        'stop: closes the position at a price or after a loss; trailing-stop: at a distance from the best price since; take-profit: rests at a price or a gain',
    },
    ['stop', 'trailing-stop', 'take-profit'],
  ),
  stop: positiveDecimal({ hot: true, about: 'stop: the price at which it fires', unit: 'quote' }).optional(),
  lossBps: positiveDecimal({
    hot: true,
    about: 'stop: in place of a price, the loss from the average price of the position',
    unit: 'bps',
  }).optional(),
  trailBps: positiveDecimal({ hot: true, about: 'trailing-stop: its distance from the best price since', unit: 'bps' }).optional(),
  from: positiveDecimal({ hot: true, about: 'trailing-stop: the price at which it begins to follow', unit: 'quote' }).optional(),
  price: positiveDecimal({
    hot: true,
    about: 'take-profit: its price. stop: the limit of the order that follows',
    unit: 'quote',
  }).optional(),
  gainBps: positiveDecimal({
    hot: true,
    about: 'take-profit: in place of a price, the gain from the average price of the position',
    unit: 'bps',
  }).optional(),
});

/** What a strategy holds without having bought it, and what the desk does with whatever it holds. */
export const holding = {
  opening: section('What the wallet holds already and the position of this strategy begins with', {
    amount: positiveDecimal({ about: 'How much, in base currency: a whole number of volume steps', unit: 'base' }),
    price: positiveDecimal({ about: 'What one unit of it has cost', unit: 'quote' }),
  }).optional(),
  exits: listOf(
    'Exits of its position; the first to fire ends the others',
    exit,
    'exits',
    10,
    '[{ kind: trailing-stop, trailBps: 500 }]',
  ).optional(),
};

export type ExitSettings = z.output<typeof exit>;
type Opening = z.output<typeof holding.opening>;

interface Holding {
  readonly symbol?: string | undefined;
  readonly opening?: Opening;
  readonly exits?: readonly ExitSettings[] | undefined;
}

interface Faulty {
  readonly path: Path;
  readonly message: string;
  readonly atKey?: boolean;
}

/** What is wrong with the opening and the exits of a strategy, seen from the strategy. */
export function holdingFaults({ symbol, opening, exits = [] }: Holding): Faulty[] {
  const faults: Faulty[] = [];
  for (const field of ['amount', 'price'] as const) {
    if (opening?.[field].isZero() === true) faults.push({ path: ['opening', field], message: 'expected a number above 0, not 0' });
  }
  if (opening !== undefined && symbol === undefined) {
    const message = 'belongs to one pair: for a strategy of several markets, enter it with `sluice position adjust` once it runs';
    faults.push({ path: ['opening'], message, atKey: true });
  }
  exits.forEach((one, i) => faults.push(...exitFaults(one, ['exits', i], symbol !== undefined)));
  if (exits.filter(({ kind }) => kind === 'take-profit').length > 1) {
    faults.push({ path: ['exits'], message: 'may hold one take-profit, since each is for the whole position' });
  }
  return faults;
}

/** What each kind takes beside `kind`: exactly one of the first, and any of the second. */
const TAKES = {
  stop: [['stop', 'lossBps'], ['price']],
  'trailing-stop': [['trailBps'], ['from']],
  'take-profit': [['price', 'gainBps'], []],
} as const;
const MEMBERS = ['stop', 'lossBps', 'trailBps', 'from', 'price', 'gainBps'] as const;
const PRICES: ReadonlySet<string> = new Set(['stop', 'from', 'price']);
const MOST_BPS = 10_000;

function exitFaults(one: ExitSettings, path: Path, isOfOnePair: boolean): Faulty[] {
  const [oneOf, others]: readonly (readonly string[])[] = TAKES[one.kind];
  const given = MEMBERS.filter((member) => one[member] !== undefined);
  const chosen = given.filter((member) => oneOf.includes(member));
  const faults: Faulty[] = given
    .filter((member) => !oneOf.includes(member) && !others.includes(member))
    .map((member) => ({ path: [...path, member], message: `${one.kind} does not take ${member}`, atKey: true }));
  if (chosen.length !== 1)
    faults.push({ path, message: `${one.kind} needs ${oneOf.join(' or ')}${chosen.length > 1 ? ', not both' : ''}` });
  if (chosen.includes('lossBps') && one.price !== undefined) {
    faults.push({ path: [...path, 'price'], message: 'belongs to a stop at a price, not to lossBps', atKey: true });
  }
  for (const member of given) {
    const value = one[member]!;
    if (value.isZero()) faults.push({ path: [...path, member], message: 'expected a number above 0, not 0' });
    else if (!PRICES.has(member) && value.gte(MOST_BPS)) {
      faults.push({ path: [...path, member], message: `expected bps below ${MOST_BPS}, not ${value}` });
    } else if (PRICES.has(member) && !isOfOnePair) {
      faults.push({
        path: [...path, member],
        message: `a price belongs to one pair: for several markets, give a distance in bps`,
        atKey: true,
      });
    }
  }
  return faults;
}
