import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const LOADER = new URL('../../src/loading/strategyLoader.ts', import.meta.url).href;

export interface Loaded {
  /** The description of a strategy that was loaded. */
  readonly about?: string;
  /** The code of a fault. */
  readonly code?: string;
  readonly message?: string;
  readonly suggestion?: string;
}

const SCRIPT = `
  const { loadStrategy } = await import(${JSON.stringify(LOADER)});
  const results = [];
  for (const file of process.argv.slice(1)) {
    results.push(await loadStrategy(file, process.cwd()).then(
      ({ definition }) => ({ about: definition.about }),
      ({ code, message, suggestion }) => ({ code, message, suggestion }),
    ));
  }
  process.stdout.write(JSON.stringify(results));`;

/** Loads strategies in a separate process, because a test runner imports TypeScript in another way than Node does. */
export async function loadInNode(files: readonly string[]): Promise<readonly Loaded[]> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', SCRIPT, ...files]);
  return JSON.parse(stdout) as Loaded[];
}
