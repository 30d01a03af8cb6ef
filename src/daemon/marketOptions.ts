import { Fault } from '../base/fault.ts';
import { streamFeed } from '../feed/streamFeed.ts';
import { type OpenPast, pastIn } from '../recording/warmingUp.ts';
import type { Settings, World } from '../settings/loadSettings.ts';
import { polledSymbols } from './polledSymbols.ts';
import { recordingFolder } from './recorder/recordingFolder.ts';
import { pollsOf } from '../loading/pollsOf.ts';
import type { TraderOptions } from './traderOptions.ts';

/** Which market a daemon follows, how often it asks, and where its past is recorded. */
export function marketOptions(
  settings: Settings,
  world: World,
  data: string | undefined,
): Pick<TraderOptions, 'symbols' | 'poll' | 'stream'> & { readonly past: OpenPast } {
  return {
    symbols: polledSymbols(settings),
    poll: pollsOf(settings),
    stream: streamOf(settings),
    past: world === 'DEMO' ? noPast : pastIn(data ?? recordingFolder(settings, process.cwd())),
  };
}

function streamOf({ feeds, venue }: Settings): TraderOptions['stream'] {
  const { exchange } = venue;
  const server = feeds?.feed;
  if (server === undefined || exchange === undefined) return undefined;
  return (wanted) => streamFeed({ ...wanted, server, venue: new URL(exchange.url).host });
}

/** What is recorded is of another market than the one that the simulator makes up. */
function noPast(): never {
  throw new Fault('not-found', "the demo's market begins with the demo");
}
