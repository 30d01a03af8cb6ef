import { ask } from './askDaemon.ts';
import { limits } from './limits.ts';
import { isHeard } from './told.ts';

const EVERY_MS = 2000;
/** While there is nobody to ask, the next look comes sooner. */
const SOON_MS = 200;

/** Keeps the limits on risk up to date, which the bar shows on every page. */
export async function watchLimits(): Promise<void> {
  const isAsked = isHeard.value && !document.hidden;
  // What fails is asked again; the line says why nothing comes.
  if (isAsked) limits.value = await ask('limits.list', {}).catch(() => limits.value);
  setTimeout(() => void watchLimits(), isAsked ? EVERY_MS : SOON_MS);
}
