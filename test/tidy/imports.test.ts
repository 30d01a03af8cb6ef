import { describe, expect, it } from 'vitest';
import { fileImportsOf, importsOf, packageImportsOf } from './imports.ts';

const source = {
  path: 'src/engine/risk/collar.ts',
  text: `
    import { assert } from '../../base/assert.ts';
    import type {
      Order,
    } from "../../model/order.ts";
    import './side.ts';
    import * as rx from 'rxjs';
    import { z } from '@scope/name/deep';
    import fs from 'node:fs';
    export { a } from './a.ts';
    const late = await import('./late.ts');
    let type: import('./type.ts').Type;
    // import { no } from './comment.ts';
    const text = "import { no } from './string.ts'";
    export const name = 'not-an-import';
    of(1).pipe(from('not-an-import-either'));
  `,
};

describe('imports', () => {
  it('finds static, type, bare, passed-on and dynamic imports, and none in comments or texts', () => {
    expect(importsOf(source).toSorted()).toEqual(
      [
        '../../base/assert.ts',
        '../../model/order.ts',
        './a.ts',
        './late.ts',
        './side.ts',
        './type.ts',
        '@scope/name/deep',
        'node:fs',
        'rxjs',
      ].toSorted(),
    );
  });

  it('resolves the files from the root', () => {
    expect(fileImportsOf(source)).toContain('src/base/assert.ts');
    expect(fileImportsOf(source)).toContain('src/engine/risk/late.ts');
    expect(fileImportsOf(source)).toHaveLength(6);
  });

  it('names the packages without their inner paths', () => {
    expect(packageImportsOf(source).toSorted()).toEqual(['@scope/name', 'rxjs']);
  });
});
