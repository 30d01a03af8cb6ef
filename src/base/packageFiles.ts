/** In a checkout the modules are TypeScript below its root. In the installed package they are compiled, below `dist/`. */
const IS_COMPILED = import.meta.url.endsWith('.js');

const ROOT = new URL(IS_COMPILED ? '../../../' : '../../', import.meta.url);
const CODE = new URL('../../', import.meta.url);

/** The ending of our own modules. */
export const CODE_ENDING: '.js' | '.ts' = IS_COMPILED ? '.js' : '.ts';

/** Where a file is that is shipped as it is: `config/demo.yaml`, `package.json`, `bin/sluice.js`. */
export function packageFile(path: string): URL {
  return new URL(path, ROOT);
}

/** Where a module is, compiled or not, or a folder of them: `src/engine/kit.ts`, `strategies/`. */
export function codeFile(path: string): URL {
  return new URL(path.replace(/\.ts$/, CODE_ENDING), CODE);
}
