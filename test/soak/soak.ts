import { endOnSignal } from '../atEnd.ts';
import { positive } from '../positive.ts';
import { given, toldOption, WrongOption } from '../wrongOption.ts';
import { REAL_BOUNDS, soakReal } from './realHours.ts';
import { SIMULATED_BOUNDS, soakSimulated } from './simulatedDays.ts';
import { type Bound, type Sample, slopeLines, slopesOf } from './slopes.ts';

const USAGE = `npm run soak -- [--days 30 | --hours 2] [--seed 1]

--days lets so many simulated days pass for the daemon's own classes, in this process, with the simulator and real sqlite.
--hours runs a real daemon against a simulator in a process of its own, with its metrics on, for so many hours.

In both, 20 symbols are polled, ten makers trade, ten strategies ask for quotes, and some five calls in a hundred fail. Then it prints how
memory, descriptors, timers and database grow in an hour, the first third left out. Ends with 1 when one of them is not flat.
`;

const MOST = 10_000;

const values = given({
  options: {
    days: { type: 'string' },
    hours: { type: 'string' },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
});

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function tell({ hours, values: held }: Sample): void {
  const texts = Object.entries(held).map(([name, value]) => `${name} ${Number.isInteger(value) ? value : value.toFixed(1)}`);
  print(`${hours.toFixed(2)} h: ${texts.join(', ')}`);
}

async function soaked(): Promise<readonly [readonly Sample[], readonly Bound[]]> {
  const seed = positive('seed', values.seed, MOST);
  if (values.hours !== undefined && values.days !== undefined) throw new WrongOption('give --days or --hours, not both');
  if (values.hours !== undefined) return [await soakReal({ hours: positive('hours', values.hours, MOST), seed, tell }), REAL_BOUNDS];
  return [await soakSimulated({ days: positive('days', values.days ?? '30', MOST), seed, tell }), SIMULATED_BOUNDS];
}

if (values.help) print(USAGE);
else {
  endOnSignal();
  await toldOption(run);
}

async function run(): Promise<void> {
  const slopes = slopesOf(...(await soaked()));
  print(slopeLines(slopes).join('\n'));
  if (slopes.some(({ isFlat }) => !isFlat)) process.exitCode = 1;
}
