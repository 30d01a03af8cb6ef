import { createRequire } from 'node:module';
import type FastCheck from 'fast-check';

/** In the quick run this file stands for `fast-check` (vitest.config.ts), so it has to find the library another way. */
const library = (createRequire(import.meta.url)('fast-check') as { readonly default: typeof FastCheck }).default;

/** One in so many of a property's cases is tried. */
const ONE_IN = 10;
const USUAL_RUNS = 100;

function assert(property: FastCheck.IProperty<unknown>, parameters: FastCheck.Parameters<unknown> = {}): void {
  return library.assert(property, { ...parameters, numRuns: Math.ceil((parameters.numRuns ?? USUAL_RUNS) / ONE_IN) });
}

// oxlint-disable-next-line import/no-default-export -- as the library has
export default { ...library, assert };
