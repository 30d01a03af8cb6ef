import { counted } from '../../src/base/counted.ts';
import type { FarmReport } from './farmStrikes.ts';

/** What came of a sweep whose workers were taken away, in lines. */
export function farmText({ struck, cameBack, passesLost, here, byFarm, problems }: FarmReport): string[] {
  const { kill, stop, still, cut } = struck;
  const all = kill + stop + still + cut;
  const lines = Object.values(here.lines).reduce((sum, { length }) => sum + length, 0);
  const seconds = (swept: { readonly seconds: number }): string => `${Math.round(swept.seconds)} s`;
  return [
    `${counted(all, 'worker')} taken away (${kill} killed, ${stop} stopped, ${still} with a line that stood still, ${cut} cut off), of whom ${cameBack} came back and ended in order; ${counted(passesLost, 'pass', 'passes')} lost and made again`,
    `${here.trials} trials, ${here.runs} runs: ${seconds(byFarm)} by the farm, ${seconds(here)} here alone; ${problems.length === 0 ? `all ${lines} lines are the same, hash ${byFarm.hash.slice(0, 12)}` : counted(problems.length, 'problem')}`,
  ];
}
