import { drawsField } from './drawsField.ts';
import { duration, flag, mapOf, path, percent, positiveDecimal, section } from './kinds.ts';

const folder = (about: string, example: string) =>
  path({ about }, 'a path of a folder', example, (value) => value.length > 0 && value.length <= 500);

/** Runs over recorded markets (`sluice backtest`). */
export const backtestSection = section('Runs over recorded markets', {
  balances: mapOf(
    "Opening balances by currency; without it, the simulator's, else the budgets of the strategies",
    (currency) => /^[A-Za-z][A-Za-z0-9]{0,19}$/.test(currency),
    'a currency code, like EUR',
    positiveDecimal({ about: 'Opening balance' }),
  ).optional(),
  fees: section('Fees of the venue, charged in the currency that is received', {
    maker: percent({ about: 'Fee of a resting order, as a share of what it receives' }, 'zero-too').prefault('0.1%'),
    taker: percent({ about: 'Fee of an order that is filled at once, as a share of what it receives' }, 'zero-too').prefault('0.2%'),
  }).prefault({}),
  latency: section('How long requests take', {
    entry: duration({ about: 'From the decision to the venue' }, { min: '0ms', max: '10s' }).prefault('50ms'),
    response: duration({ about: 'From the venue back to the strategy' }, { min: '0ms', max: '10s' }).prefault('50ms'),
    fitted: flag({
      about: 'Whether both are fitted to the requests in the journal of live trading, instead of entry and response',
    }).prefault(false),
    quantile: percent({ about: 'When fitted: the share of the requests that took no longer; 50% is the median' }, 'zero-too').prefault(
      '50%',
    ),
    journal: path(
      {
        about:
          'When fitted: a state directory or a database in one (from the folder of this file); without it, the state directory of the command',
      },
      'a path of a folder or a file',
      './.sluice',
      (value) => value.length > 0 && value.length <= 500,
    ).optional(),
  }).prefault({}),
  queueShare: percent(
    { about: 'In the fitted band, how much of what left the queue at our price had stood ahead of us; without it, as measured' },
    'zero-too',
  ).optional(),
  draws: drawsField(
    'How often the fitted band is run again with what nobody can know drawn anew, for an interval that holds 90 % of them',
  ).prefault('0'),
  conversion: section('Conversion quotes where none was recorded', {
    spreadBps: positiveDecimal({ about: 'Distance of a quote from the middle of the book', unit: 'bps' }).prefault('10'),
    validFor: duration({ about: 'How long a quote is good for' }, { min: '1s', max: '10m' }).prefault('15s'),
  }).prefault({}),
  equityEvery: duration(
    {
      about: 'Time between two points of the equity curve; without it, by the length of the run: 600 points or more, at least one a minute',
    },
    { min: '100ms', max: '1d' },
  ).optional(),
  data: folder('Folder of the recordings (from the folder of this file); without it, data where the command runs', './data').optional(),
  runs: folder('Folder of the runs (from the folder of this file); without it, runs where the command runs', './runs').optional(),
});
