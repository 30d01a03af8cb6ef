import type { Status } from './status.ts';

/** Something that keeps a strategy from trading as it would, and how it goes on. */
export interface Held {
  readonly what: string;
  readonly why: string;
  readonly goesOn: string;
  /** The scope that a person may let trade again. */
  readonly arms?: string;
}

/** What keeps a strategy from trading in its markets: what it was told, stops over it, and lanes that are shut. */
export function heldBy(name: string, { strategies, stops, frozen }: Pick<Status, 'strategies' | 'stops' | 'frozen'>): readonly Held[] {
  const rows = strategies.filter((row) => row.name === name);
  const symbols = rows.map(({ symbol }) => symbol);
  const [first] = rows;
  const own: Held[] = [];
  if (first?.state === 'paused')
    own.push({ what: `${name} is paused`, why: first.reason ?? 'a person paused it', goesOn: 'when it is resumed' });
  if (first?.state === 'stopped')
    own.push({ what: `${name} is stopped`, why: first.reason ?? 'it has ended', goesOn: 'when the daemon starts again' });
  const over = stops.filter(({ scope }) => scope === 'all' || scope === name || symbols.includes(scope));
  const shut = symbols.flatMap((symbol): Held[] => {
    const why = frozen[`spot:${symbol}`];
    const goesOn = 'once it is known what came of the request, or a person has decided it under Unresolved';
    return why === undefined ? [] : [{ what: `${symbol} takes no new risk`, why, goesOn }];
  });
  return [
    ...own,
    ...over.map(({ scope, state, reason, goesOn }) => ({
      what: `${scope === 'all' ? 'All trading' : scope} is ${state}`,
      why: reason,
      goesOn: goesOn.replaceAll('`', ''),
      arms: scope,
    })),
    ...shut,
  ];
}
