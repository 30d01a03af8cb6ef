import type { CodeFinding } from './codeFinding.ts';
import { globalFindings, localFindings } from './globalFindings.ts';
import { importFindings } from './importFindings.ts';
import { sharedStateFindings } from './sharedStateFindings.ts';
import { strategyModules } from './strategyModule.ts';
import { waitingFindings } from './waitingFindings.ts';

/**
 * What may not be in the code of a strategy: its file, and all files that it imports by a relative path. The code is read and not
 * run. Code that sets out to hide what it does gets past this, so it is no protection against a stranger's file.
 */
export function codeFindings(file: string, allowed: readonly string[] = []): readonly CodeFinding[] {
  return strategyModules(file).flatMap((module) =>
    [
      ...importFindings(module, allowed),
      ...globalFindings(module),
      ...localFindings(module),
      ...waitingFindings(module),
      ...sharedStateFindings(module),
    ].sort((a, b) => a.line - b.line || a.column - b.column),
  );
}
