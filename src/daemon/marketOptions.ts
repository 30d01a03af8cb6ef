import { Fault } from '../base/fault.ts';
import { type OpenPast, pastIn } from '../research/warmingUp.ts';
import type { Settings, World } from '../settings/loadSettings.ts';
import { polledSymbols } from './polledSymbols.ts';
import { recordingFolder } from './recorder/recordingFolder.ts';
import { pollsOf, type TraderOptions } from './traderOptions.ts';

/** Which market a daemon follows, how often it asks, and where its past is recorded. */
export function marketOptions(
  settings: Settings,
  world: World,
  data: string | undefined,
): Pick<TraderOptions, 'symbols' | 'poll'> & { readonly past: OpenPast } {
  return {
    symbols: polledSymbols(settings),
    poll: pollsOf(settings),
    past: world === 'DEMO' ? noPast : pastIn(data ?? recordingFolder(settings, process.cwd())),
  };
}

/** What is recorded is of another market than the one that the simulator makes up. */
function noPast(): never {
  throw new Fault('not-found', "the demo's market begins with the demo");
}
