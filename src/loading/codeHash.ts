import { readStrategyCode } from './strategyCode.ts';
import { strategyFile } from './strategyLoader.ts';

/** The hash of a strategy's code as it is now (`StrategyCode.hash`). Throws a `Fault` when there is no such strategy. */
export function codeHash(use: string, directory: string): string {
  return readStrategyCode(strategyFile(use, directory)).hash;
}
