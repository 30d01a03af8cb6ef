import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CODE_ENDING, codeFile, packageFile } from '../../src/base/packageFiles.ts';

describe('the files of the package', () => {
  it('are found in the checkout; test/package/ shows the same of the installed package', () => {
    expect(existsSync(packageFile('package.json'))).toBe(true);
    expect(existsSync(packageFile('config/demo.yaml'))).toBe(true);
    expect(existsSync(codeFile('src/engine/kit.ts'))).toBe(true);
    expect(readdirSync(codeFile('strategies/'))).toContain(`maker${CODE_ENDING}`);
  });

  it('have the ending of the code that asks, and only modules change theirs', () => {
    expect(CODE_ENDING).toBe('.ts');
    expect(codeFile('src/research/sweep/sweepWorker.ts').pathname).toMatch(/\/src\/research\/sweep\/sweepWorker\.ts$/);
    expect(packageFile('bin/sluice.js').pathname).toMatch(/\/bin\/sluice\.js$/);
  });
});
