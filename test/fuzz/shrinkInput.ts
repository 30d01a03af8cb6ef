import { reasonOf } from './fuzz.ts';
import type { Target } from './target.ts';

const MOST_TRIES = 3000;

/** The same failure with as little as possible: parts are left out, then characters made plain. */
export async function shrinkInput(target: Target, input: string, reason: string): Promise<string> {
  let small = input;
  let tries = 0;
  const fails = async (text: string): Promise<boolean> => tries++ < MOST_TRIES && kindOf(await reasonOf(target, text)) === kindOf(reason);
  for (let size = Math.ceil(small.length / 2); size > 0; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < small.length;) {
      const shorter = small.slice(0, from) + small.slice(from + size);
      if (await fails(shorter)) small = shorter;
      else from += size;
    }
  }
  for (let at = 0; at < small.length; at++) {
    const plainer = `${small.slice(0, at)}a${small.slice(at + 1)}`;
    if (small[at] !== 'a' && (await fails(plainer))) small = plainer;
  }
  return small;
}

/** The beginning of a reason: what follows may quote the input. */
function kindOf(reason: string | undefined): string | undefined {
  return reason?.slice(0, 25);
}
