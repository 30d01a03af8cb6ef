import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pageFiles } from '../../../src/control/page/pageFiles.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'page-'));
  mkdirSync(join(folder, 'web/assets'), { recursive: true });
  writeFileSync(join(folder, 'web/index.html'), '<!doctype html>');
  writeFileSync(join(folder, 'web/favicon.svg'), '<svg/>');
  writeFileSync(join(folder, 'web/assets/index-Ab_3-xYz.js'), 'go()');
  writeFileSync(join(folder, 'web/.env'), 'a=b');
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  symlinkSync(join(folder, 'secret.txt'), join(folder, 'web/link.txt'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const at = (path: string) => pageFiles(join(folder, 'web/'))(path);

describe(pageFiles, () => {
  it('gives files with their types, and knows which never change', () => {
    expect(at('/')).toMatchObject({ type: 'text/html; charset=utf-8', isImmutable: false });
    expect(at('/market/BTC-EUR')).toMatchObject({ type: 'text/html; charset=utf-8' });
    expect(at('/favicon.svg')).toMatchObject({ type: 'image/svg+xml', isImmutable: false });
    expect(at('/assets/index-Ab_3-xYz.js')).toMatchObject({ type: 'text/javascript; charset=utf-8', isImmutable: true });
    expect(at('/favicon.svg')!.etag).toMatch(/^"[\w-]{22}"$/);
    expect(at('/favicon.svg')!.etag).not.toBe(at('/')!.etag);
  });

  it.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/..%2fsecret.txt',
    '//secret.txt',
    '/link.txt',
    '/.env',
    '/nobody.js',
    '/assets',
    '',
  ])('gives nothing but the page for %j', (path) => expect([undefined, 'text/html; charset=utf-8']).toContain(at(path)?.type));

  it('sees that the page was built anew, or is not built', () => {
    const files = pageFiles(join(folder, 'web'));
    expect(files('/new.js')).toBeUndefined();
    writeFileSync(join(folder, 'web/new.js'), 'new()');
    utimesSync(join(folder, 'web/index.html'), 1, 1);
    expect(files('/new.js')).toBeDefined();
    rmSync(join(folder, 'web'), { recursive: true });
    expect(files('/')).toBeUndefined();
    expect(files('/new.js')).toBeUndefined();
  });
});
