import { existsSync, globSync, rmSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Builds the dashboard to `dist/web`. With `--if-possible`, as before `npm start`, it builds nothing that is newer than its sources, and says so
 * where the development packages were left out, as with `npm ci --omit=dev`: who installs the package has the built page in it.
 */
const root = fileURLToPath(new URL('.', import.meta.url));
const outDir = fileURLToPath(new URL('../dist/web', import.meta.url));

const isIfPossible = process.argv.includes('--if-possible');

const vite = await import('vite').catch((error: unknown) => {
  const isMissing = (error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND';
  if (!isMissing || !isIfPossible) throw error;
});

if (vite === undefined) {
  process.stdout.write('The dashboard is not built: its development packages are not installed.\n');
} else if (!isIfPossible || isOld()) {
  rmSync(outDir, { recursive: true, force: true });
  await vite.build({
    root,
    configFile: false,
    logLevel: 'warn',
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      outDir,
      emptyOutDir: false,
      target: ['chrome123', 'firefox121', 'safari17.5'],
      // An asset in the page's own text would need a looser policy for its content.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
    },
  });
}

/** Whether some source of the page, or of the contract that it speaks, was written after it. */
function isOld(): boolean {
  const page = `${outDir}/index.html`;
  if (!existsSync(page)) return true;
  const builtAt = statSync(page).mtimeMs;
  const sources = globSync(['web/**/*', 'src/{base,model,control/contract}/**/*.ts', 'package-lock.json'], { cwd: `${root}..` });
  return sources.some((source) => statSync(`${root}../${source}`).mtimeMs > builtAt);
}
