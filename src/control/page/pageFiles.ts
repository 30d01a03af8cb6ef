import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';

/** A file of the built page. */
export interface PageFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
  readonly etag: string;
  /** Its name has a hash of what is in it, so it never changes. */
  readonly isImmutable: boolean;
}

/** The file of a path; undefined when the page has none. */
export type PageFiles = (path: string) => PageFile | undefined;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};

const INDEX = '/index.html';
/** A page of more files or bytes is not ours. */
const MOST_FILES = 500;
const MOST_BYTES = 8 * 1024 * 1024;

/**
 * The files below a folder. A path is looked up in the list of those that are there, so none leads out of it. A path without an ending is
 * one of the page's own, and gets its first file. The list is made again when the page was built anew.
 */
export function pageFiles(folder: string): PageFiles {
  let builtMs = -1;
  let names: ReadonlySet<string> = new Set();
  return (path) => {
    const index = join(folder, INDEX);
    const atMs = existsSync(index) ? statSync(index).mtimeMs : -1;
    if (atMs !== builtMs) names = atMs < 0 ? new Set() : namesIn(folder);
    builtMs = atMs;
    const name = extname(path) === '' ? INDEX : path;
    return names.has(name) ? fileOf(folder, name) : undefined;
  };
}

function namesIn(folder: string): ReadonlySet<string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const names = entries.map(({ parentPath, name }) => join(parentPath, name).slice(folder.replace(/\/$/, '').length));
  return new Set(names.filter((name) => extname(name) in TYPES).slice(0, MOST_FILES));
}

function fileOf(folder: string, name: string): PageFile | undefined {
  const path = join(folder, name);
  if (!existsSync(path) || statSync(path).size > MOST_BYTES) return undefined;
  const bytes = Uint8Array.from(readFileSync(path));
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  return { bytes, type: TYPES[extname(name)]!, etag, isImmutable: /^\/assets\/.*-[\w-]{8}\.\w+$/.test(name) };
}
