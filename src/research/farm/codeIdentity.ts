import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { codeFile, packageFile } from '../../base/packageFiles.ts';
import { codeHash } from '../../loading/codeHash.ts';
import { readStrategyCode } from '../../loading/strategyCode.ts';
import { sluiceVersion } from '../../settings/sluiceVersion.ts';

/** The code that makes a trial. The same code on another machine comes to the same, to the last digit. */
export interface CodeIdentity {
  /** sha-256 of all of sluice that a trial runs through, and of the versions of its packages. */
  readonly program: string;
  readonly sluice: string;
  /** Signals are plain numbers, whose functions are those of the JavaScript engine. */
  readonly v8: string;
  readonly node: string;
}

export function codeIdentity(): CodeIdentity {
  const manifest = JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as { readonly dependencies: unknown };
  const hash = createHash('sha256').update(JSON.stringify(manifest.dependencies));
  // A strategy imports the kit by the name of a package, which the hash of its code leaves out.
  for (const entry of ['src/research/sweep/sweepWorker.ts', 'src/engine/kit.ts'])
    hash.update(readStrategyCode(fileURLToPath(codeFile(entry))).hash);
  const program = hash.digest('hex');
  return { program, sluice: sluiceVersion(), v8: process.versions.v8, node: process.versions.node };
}

/** What of this machine's code is not that of the sweep, with both. Undefined when all is the same. */
export function codeDifference(
  wanted: { readonly code: CodeIdentity; readonly strategies: readonly { readonly name: string; readonly use: string }[] },
  hashes: Readonly<Record<string, string>>,
  here: { readonly code: CodeIdentity; readonly directory: string },
): string | undefined {
  const { code } = wanted;
  if (code.program !== here.code.program) return `sluice here is ${programText(here.code)}, and the sweep's is ${programText(code)}`;
  if (code.v8 !== here.code.v8) return `Node.js here is ${engineText(here.code)}, and the sweep's is ${engineText(code)}`;
  for (const { name, use } of wanted.strategies) {
    const own = codeHash(use, here.directory);
    if (own !== hashes[name])
      return `the code of ${name} (${use}) here is ${own.slice(0, 12)}, and the sweep's is ${hashes[name]?.slice(0, 12)}`;
  }
  return undefined;
}

function programText({ sluice, program }: CodeIdentity): string {
  return `${sluice} with the code ${program.slice(0, 12)}`;
}

function engineText({ node, v8 }: CodeIdentity): string {
  return `${node} with V8 ${v8}`;
}
