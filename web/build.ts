import { existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Builds the dashboard to `dist/web`, of which a daemon may serve the page of before all the while. With `--if-possible`, as before `npm start`, it builds nothing that is newer than its sources, and says so
 * where the development packages were left out, as with `npm ci --omit=dev`: who installs the package has the built page in it.
 */
const root = fileURLToPath(new URL('.', import.meta.url));
const dist = fileURLToPath(new URL('../dist', import.meta.url));
const page = join(dist, 'web');
const index = 'index.html';

const isIfPossible = process.argv.includes('--if-possible');

const vite = await import('vite').catch((error: unknown) => {
  const isMissing = (error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND';
  if (!isMissing || !isIfPossible) throw error;
});

if (vite === undefined) {
  process.stdout.write('The dashboard is not built: its development packages are not installed.\n');
} else if (!isIfPossible || isOld()) {
  mkdirSync(dist, { recursive: true });
  const built = mkdtempSync(join(dist, '.web-'));
  try {
    await vite.build({
      root,
      configFile: false,
      logLevel: 'warn',
      oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
      build: {
        outDir: built,
        emptyOutDir: false,
        target: ['chrome123', 'firefox121', 'safari17.5'],
        // An asset in the page's own text would need a looser policy for its content.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        reportCompressedSize: false,
      },
    });
    replacePage(built);
  } finally {
    rmSync(built, { recursive: true });
  }
}

/** Each file takes the place of the one before in one step. The first file comes last, so that what it names is there; then what nothing names goes. */
function replacePage(built: string): void {
  const names = filesIn(built);
  for (const name of [...names.filter((name) => name !== index), index]) {
    mkdirSync(dirname(join(page, name)), { recursive: true });
    renameSync(join(built, name), join(page, name));
  }
  for (const name of filesIn(page)) if (!names.includes(name)) rmSync(join(page, name), { force: true });
}

function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
}

/** Whether some source of the page, or of the contract that it speaks, was written after it. */
function isOld(): boolean {
  const first = join(page, index);
  if (!existsSync(first)) return true;
  const builtAt = statSync(first).mtimeMs;
  const sources = globSync(['web/**/*', 'src/{base,model,control/contract}/**/*.ts', 'package-lock.json'], { cwd: `${root}..` });
  return sources.some((source) => statSync(`${root}../${source}`).mtimeMs > builtAt);
}
