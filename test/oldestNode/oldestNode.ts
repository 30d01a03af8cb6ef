import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const BINARY = fileURLToPath(new URL('node_modules/node/bin/node', import.meta.url));

/** The oldest Node that sluice runs on. Undefined where nobody has installed it, which CI does not allow. */
export function oldestNode(): string | undefined {
  if (existsSync(BINARY)) return BINARY;
  if (process.env['SLUICE_OLDEST_NODE'] !== 'needed') return undefined;
  throw new Error(`there is no ${BINARY}; run: npm ci --prefix test/oldestNode`);
}
