import { positiveWhole } from '../../positive.ts';
import { given, toldOption, WrongOption } from '../../wrongOption.ts';
import type { Path } from './chosenFaults.ts';
import { liveOnce } from './liveOnce.ts';
import { type Scenario, SCENARIOS } from './scenarios.ts';
import { walk } from './walk.ts';

const USAGE = `node test/simulation/scope/scope.ts [--scenario NAME] [--faults 2] [--crashes 1] [--others 1]
node test/simulation/scope/scope.ts --scenario NAME --path 12:1,40:2

Goes all ways through small worlds in which at most so many faults strike, or tells the story of one way.
`;

const values = given({
  options: {
    scenario: { type: 'string' },
    faults: { type: 'string', default: '2' },
    crashes: { type: 'string', default: '1' },
    others: { type: 'string', default: '1' },
    path: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function wanted(): readonly Scenario[] {
  const mine = SCENARIOS.filter(({ name }) => values.scenario === undefined || name === values.scenario);
  if (mine.length > 0) return mine;
  throw new WrongOption(`--scenario must be one of ${SCENARIOS.map(({ name }) => name).join(', ')}, not ${values.scenario}`);
}

/** There may be no crashes, or no other faults. */
const countOf = (name: 'crashes' | 'others'): number => (values[name] === '0' ? 0 : positiveWhole(name, values[name]));

async function walkAll(): Promise<void> {
  const bounds = { crashes: countOf('crashes'), others: countOf('others'), faults: positiveWhole('faults', values.faults) };
  for (const scenario of wanted()) {
    const walked = await walk(scenario, bounds);
    print(JSON.stringify(walked));
    if (walked.violation === undefined) continue;
    const path = walked.violation.path.map((step) => step.join(':')).join(',');
    print(`again: node test/simulation/scope/scope.ts --scenario ${scenario.name} --path '${path}'`);
    process.exitCode = 1;
  }
}

async function tellOf(text: string): Promise<void> {
  const path: Path = text
    .split(',')
    .filter((step) => step !== '')
    .map((step) => step.split(':').map(Number) as [number, number]);
  const { violation, steps } = await liveOnce({ scenario: wanted()[0]!, path, offer: () => undefined, tell: print });
  print(JSON.stringify({ steps, violation: violation ?? null }));
  if (violation !== undefined) process.exitCode = 1;
}

if (values.help) print(USAGE);
else await toldOption(() => (values.path === undefined ? walkAll() : tellOf(values.path)));
