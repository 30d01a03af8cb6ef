import { type Fault, isFault } from '../base/fault.ts';
import type { CheckParams } from '../settings/loadSettings.ts';
import { rehearseLoading } from './rehearseLoading.ts';
import { readStrategyCode } from './strategyCode.ts';
import { isBundled, strategyFile } from './strategyLoader.ts';
import { checkParams } from './strategyParams.ts';

/** Checks the parameters of the configuration as `checkParams` does, once the code of a person's own file has been rehearsed. */
export const checkRehearsed: CheckParams = async (use, params, at) => {
  const problem = await rehearsalProblem(use, at.directory);
  return problem === undefined ? checkParams(use, params, at) : [{ path: ['use'], message: problem }];
};

async function rehearsalProblem(use: string, directory: string): Promise<string | undefined> {
  if (isBundled(use)) return undefined;
  try {
    await rehearseLoading(readStrategyCode(strategyFile(use, directory)));
    return undefined;
  } catch (error) {
    // A file that is not there is told of when it is loaded.
    if (isFault(error, 'strategy')) return textOf(error);
    throw error;
  }
}

function textOf({ message, suggestion }: Fault): string {
  return suggestion === undefined ? message : `${message} (${suggestion})`;
}
