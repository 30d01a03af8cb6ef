import type { Column } from '../column.ts';
import type { EventRow } from '../../control/contract/controlReplies.ts';
import { LINE_LEVELS } from '../../model/eventLine.ts';
import { command, flag, option } from '../command.ts';
import { durationValue, oneOf, symbolValue, textValue, wholeValue, wordsValue } from '../values.ts';

/** Lines in which the names of events are looked for. */
const LOOKED_AT = 500;

export const events = command({
  name: 'events',
  about: 'Show the event log of the account, oldest first: fills, refusals, warnings, what people asked for; over restarts too',
  options: {
    follow: flag('-f, --follow', 'go on with what happens, until Ctrl-C; takes a running daemon'),
    kind: option('--kind <names>', 'only what has these names, with commas between them, like fill,refused', wordsValue),
    level: option('--level <level>', 'only lines that matter so much or more', oneOf(...LINE_LEVELS)),
    since: option('--since <duration>', 'only what happened lately, like 1h', durationValue),
    strategy: option('--strategy <name>', 'only this strategy', textValue),
    symbol: option('--symbol <symbol>', 'only this pair', symbolValue),
    limit: option('--limit <count>', 'show at most this many of the newest', wholeValue(1, 100_000), 100),
  },
  examples: ['events', 'events --kind refused,intent-refused,intent-not-sent --since 1h', 'events -f --level warn -o ndjson'],
  async run({ options: { follow, kind, since, limit, ...filter } }, shell) {
    const { systemClock } = await import('../../base/systemClock.ts');
    const { eventWay } = await import('../eventWay.ts');
    const { assertStrategyKnown } = await import('../assertStrategyKnown.ts');
    const { readLocalStore } = await import('../localStore.ts');
    const { printRows } = await import('../print.ts');
    const from = since === undefined ? undefined : systemClock.now() - since;
    const asked = { ...filter, kinds: kind, from };
    const way = await eventWay(shell);
    const stored = await way.newest(asked, limit);
    const { strategy } = filter;
    if (stored.length === 0 && strategy !== undefined && !follow)
      await readLocalStore(shell, (store) => assertStrategyKnown(shell, store, strategy));
    let none: string | undefined;
    if (stored.length === 0 && kind !== undefined) {
      const known = new Set((await way.newest({}, LOOKED_AT)).map(({ event }) => event));
      none = `no line is ${kind.join(' or ')}; the newest ${LOOKED_AT} lines are ${[...known].toSorted().join(', ') || 'none'}`;
    }
    if (!follow) {
      printRows(shell, columns, stored, none);
      return;
    }
    const { say } = await import('../shell.ts');
    if (none !== undefined) say(shell, none);
    const { followEvents } = await import('../followEvents.ts');
    await followEvents(shell, way, asked, stored, columns);
  },
});

const columns: readonly Column<EventRow>[] = [
  { key: 'at', kind: 'time', value: ({ at }) => at },
  { key: 'level', value: ({ level }) => level },
  { key: 'event', value: ({ event }) => event },
  { key: 'strategy', value: ({ strategy }) => strategy },
  { key: 'symbol', value: ({ symbol }) => symbol },
  { key: 'text', value: ({ text }) => text },
  { key: 'id', kind: 'number', value: ({ id }) => id },
];
