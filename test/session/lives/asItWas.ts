import { fileURLToPath } from 'node:url';

const directory = fileURLToPath(new URL('.', import.meta.url));

/** Where the file of a strategy lies as it was when the lives were recorded. The bundled one of that name has gone on since. */
export function asItWas<Strategy extends { readonly use: string }>(strategy: Strategy): Strategy & { readonly directory: string } {
  return { ...strategy, use: `./strategies/${strategy.use}.ts`, directory };
}
