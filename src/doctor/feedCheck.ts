import { bytesText } from '../base/bytesText.ts';
import { isoOf } from '../base/instant.ts';
import { polledSymbols } from '../daemon/polledSymbols.ts';
import { lookAtStream, type StreamLook } from '../feed/lookAtStream.ts';
import type { Settings } from '../settings/loadSettings.ts';
import type { Check, ConfiguredContext } from './check.ts';
import { bad, type Finding, look, ok } from './finding.ts';

const WITHIN_MS = 20_000;

/** Whether the stream can be reached that the market is published to or taken from, and has what is wanted of it. */
export const feedCheck: Check = {
  name: 'feed',
  withinMs: WITHIN_MS,
  async look({ settings, clock }: ConfiguredContext) {
    const { publish, feed } = settings.feeds ?? {};
    const server = feed ?? publish;
    if (server === undefined) return [ok('the market is polled, and not published')];
    const found = await lookAtStream(server, clock);
    const reached = ok(
      `the NATS at ${server.shown} (${server.setting}) answers: version ${found.version}, JetStream is on${holdsText(found)}`,
    );
    return [reached, ...(feed === undefined ? [] : takenFindings(found, settings))];
  },
};

function holdsText({ holds }: StreamLook): string {
  return holds === undefined ? '' : `, ${holds.messages} messages, ${bytesText(holds.bytes)}`;
}

function takenFindings({ last }: StreamLook, settings: Settings): readonly Finding[] {
  if (last === undefined) {
    return [bad('nobody has published to the stream of venue.feed', 'start the sluice whose record.publish names it')];
  }
  const { hello, at, isNow } = last;
  const venue = new URL(settings.venue.exchange!.url).host;
  if (hello.venue !== venue) {
    return [
      bad(`the stream of venue.feed has the market of ${hello.venue}, and ours is that of ${venue}`, 'name another stream in venue.feed'),
    ];
  }
  const missing = polledSymbols(settings).filter((symbol) => !hello.pairs.some((pair) => pair.symbol === symbol));
  return [
    isNow
      ? ok(`${hello.by} publishes ${hello.pairs.length} pairs`)
      : bad(`${hello.by} has published last, and says nothing since ${isoOf(at)}`, 'see whether it runs, and what it says'),
    ...(missing.length === 0
      ? []
      : [look(`not published: ${missing.join(', ')}`, 'add them to record.symbols of the sluice that publishes')]),
  ];
}
