import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Builds the dashboard to `dist/web`. With `--if-possible` it says so and builds nothing where the development packages were left
 * out, as with `npm ci --omit=dev`: who installs the package has the built page in it.
 */
const root = fileURLToPath(new URL('.', import.meta.url));
const outDir = fileURLToPath(new URL('../dist/web', import.meta.url));

const vite = await import('vite').catch((error: unknown) => {
  const isMissing = (error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND';
  if (!isMissing || !process.argv.includes('--if-possible')) throw error;
});

if (vite === undefined) {
  process.stdout.write('The dashboard is not built: its development packages are not installed.\n');
} else {
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
