import { endOnSignal } from '../atEnd.ts';
import { filesInMemory } from '../filesInMemory.ts';
import { positive } from '../positive.ts';
import { given, toldOption, WrongOption } from '../wrongOption.ts';
import { REAL_BOUNDS, soakReal } from './realHours.ts';
import { SIMULATED_BOUNDS, soakSimulated } from './simulatedDays.ts';
import { type Bound, type Sample, slopeLines, slopesOf, standstillOf } from './slopes.ts';

const USAGE = `npm run soak -- [--days 30 | --hours 2] [--seed 1]

--days lets so many simulated days pass for the daemon's own classes, in this process, with the simulator and real sqlite.
--hours runs a real daemon against a simulator in a process of its own, with its metrics on, for so many hours.

In both, 20 symbols are polled, ten makers trade, ten strategies ask for quotes, and four calls in a hundred fail; simulated, the answer to one change in ten
is lost as well. Then it prints how
memory, descriptors, timers and database grow in an hour, the first third left out, and for how long nothing was asked of the venue. Ends with 1
when one of them is not flat, or when the daemon stood still.
`;

const MOST = 10_000;
/** An outcome that nobody knows is settled sooner, and beside it other lanes go on. */
const MOST_STILL_HOURS = 0.5;

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
  filesInMemory();
  return [await soakSimulated({ days: positive('days', values.days ?? '30', MOST), seed, tell }), SIMULATED_BOUNDS];
}

if (values.help) print(USAGE);
else {
  endOnSignal();
  await toldOption(run);
}

async function run(): Promise<void> {
  const [samples, bounds] = await soaked();
  const slopes = slopesOf(samples, bounds);
  print(slopeLines(slopes).join('\n'));
  // Between two samples nothing is seen.
  const [still, most] = [standstillOf(samples), MOST_STILL_HOURS + samples.at(-1)!.hours / samples.length];
  print(
    `nothing was asked for ${still.toFixed(2)} h at the most, <= ${most.toFixed(2)} ${still <= most ? 'it goes on' : 'IT STANDS STILL'}`,
  );
  if (still > most || slopes.some(({ isFlat }) => !isFlat)) process.exitCode = 1;
}
