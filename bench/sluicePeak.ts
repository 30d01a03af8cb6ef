import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const SLUICE = fileURLToPath(new URL('../bin/sluice.js', import.meta.url));
const TELL = `data:text/javascript,process.on('exit',()=>process.stderr.write('peak '+process.resourceUsage().maxRSS+'\\n'))`;

/** Runs a command of `sluice` in its own process, started as `sluice` is, and gives what it printed and the most memory that it took. */
export function sluicePeak(argv: readonly string[]): { readonly stdout: string; readonly peakBytes: number } {
  const flags = ['--max-semi-space-size=4', '--import', TELL];
  const { stdout, stderr } = spawnSync(process.execPath, [...flags, SLUICE, ...argv], { encoding: 'utf8', maxBuffer: 2 ** 26 });
  const peak = /^peak (\d+)$/m.exec(stderr)?.[1];
  if (peak === undefined || stdout === '') throw new Error(`sluice ${argv[0]} failed: ${stderr}`);
  return { stdout, peakBytes: Number(peak) * 1024 };
}
