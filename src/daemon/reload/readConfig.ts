import type { Clock } from '../../base/clock.ts';
import { Fault } from '../../base/fault.ts';
import { strategyFile } from '../../loading/strategyLoader.ts';
import { checkRehearsed } from '../../loading/rehearsedParams.ts';
import { type ConfiguredStrategy, configuredStrategies } from '../../loading/strategyParams.ts';
import { type CheckParams, loadSettings, type Settings } from '../../settings/loadSettings.ts';
import type { Environment } from '../../settings/secrets.ts';
import { within } from '../within.ts';

interface ReadConfig {
  readonly settings: Settings;
  readonly loaded: readonly ConfiguredStrategy[];
}

/** A file may wait for something at its top, but not for ever: others wait for their turn. */
const LOADED_WITHIN_MS = 30_000;
const ADVICE = 'put the file back, or name another one as the argument of `sluice reload` or `sluice config plan`';

/**
 * Reads a configuration and loads its strategies, whose code runs then. Rejects with a `Fault`: `configuration` with every problem of the
 * file, or `strategy` when a file is not loaded in time.
 */
export async function readConfig(file: string, env: Environment, clock: Clock): Promise<ReadConfig> {
  let last: Parameters<CheckParams> | undefined;
  const noting: CheckParams = (...call) => {
    last = call;
    return checkRehearsed(...call);
  };
  const read = async (): Promise<ReadConfig> => {
    const settings = await loadSettings({ file, advice: ADVICE, env, checkParams: noting });
    return { settings, loaded: await configuredStrategies(settings) };
  };
  const reading = read();
  if (await within(clock, reading, clock.monotonicMs() + LOADED_WITHIN_MS)) return reading;
  const late = last === undefined ? file : strategyFile(last[0], last[2].directory);
  throw new Fault('strategy', `${late} was not loaded within ${LOADED_WITHIN_MS / 1000} s; the daemon goes on as before`, {
    suggestion: 'take out what it waits for at its top level (`await` outside of a function), and ask again',
  });
}
