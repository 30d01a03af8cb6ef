import { type Episode, type EpisodeOptions, liveThrough } from './episode.ts';
import type { FaultName } from './faults.ts';

/** A failing run made small. */
export interface Shrunk {
  readonly options: EpisodeOptions;
  readonly episode: Episode;
  readonly tries: number;
}

const MOST_TRIES = 200;
/** All tries together live so many times as long as the failing run: some minutes of a core, and not half an hour. */
const MOST_LIVES = 20;

/**
 * Makes a failing run small: shorter, without the kinds of faults that it does not need, then without single ones. What still breaks
 * the same promise is taken, whatever else changes.
 */
export async function shrink(options: EpisodeOptions, failing: Episode): Promise<Shrunk> {
  let best: Shrunk = { options, episode: failing, tries: 0 };
  let tries = 0;
  let minutes = 0;
  const attempt = async (change: Partial<EpisodeOptions>): Promise<boolean> => {
    if (tries >= MOST_TRIES || minutes >= MOST_LIVES * options.minutes) return false;
    tries++;
    const tried = { ...best.options, ...change };
    minutes += tried.minutes;
    const episode = await liveThrough(tried);
    if (episode.violation?.invariant !== failing.violation?.invariant) return false;
    best = { options: tried, episode, tries };
    return true;
  };
  await attempt({ minutes: Math.min(options.minutes, Math.ceil(failing.violation!.atMs / 6000) / 10) });
  while (best.options.minutes > 0.2 && (await attempt({ minutes: best.options.minutes / 2 }))) continue;
  for (const kind of new Set(failing.struck.map(([, kind]) => kind))) await attempt({ without: withoutKind(best.options, kind) });
  await withoutNumbers(() => best, attempt);
  return { ...best, tries };
}

function withoutKind({ without }: EpisodeOptions, kind: FaultName): NonNullable<EpisodeOptions['without']> {
  return { kinds: new Set([...(without?.kinds ?? []), kind]), numbers: without?.numbers ?? new Set() };
}

/** Leaves out ever smaller parts of what still strikes, as long as one can be left out. */
async function withoutNumbers(best: () => Shrunk, attempt: (change: Partial<EpisodeOptions>) => Promise<boolean>): Promise<void> {
  for (let size = Math.ceil(best().episode.struck.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let from = 0; from < best().episode.struck.length;) {
      const part = best().episode.struck.slice(from, from + size);
      const { kinds = new Set<FaultName>(), numbers = new Set<number>() } = best().options.without ?? {};
      const isOut = await attempt({ without: { kinds, numbers: new Set([...numbers, ...part.map(([number]) => number)]) } });
      if (!isOut) from += size;
    }
  }
}
