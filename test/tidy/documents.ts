import { posix } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { type Source, within } from './source.ts';

/** Every document has one title, as its first line of text. */
export function titleFaults(sources: readonly Source[]): string[] {
  return documentsOf(sources).flatMap(({ path, text }) => {
    const prose = withoutFences(text);
    const titles = prose.match(/^# .+$/gm) ?? [];
    if (titles.length !== 1) return [`${path}: ${titles.length} first-level titles; give it exactly one (# Title)`];
    return /^\s*# /.test(prose) ? [] : [`${path}: begins before its title; put the title first`];
  });
}

/** Every document can be reached from README.md, and every link leads somewhere. */
export function linkFaults(sources: readonly Source[]): string[] {
  const documents = new Map(documentsOf(sources).map((source) => [source.path, source]));
  const known = new Set(sources.flatMap(({ path }) => [path, ...foldersOf(path)]));
  const reached = new Set(['README.md']);
  for (const path of reached) {
    for (const target of linksOf(documents.get(path))) if (documents.has(target)) reached.add(target);
  }
  const lost = [...documents.keys()].filter((path) => !reached.has(path));
  const dead = [...documents.values()].flatMap((source) =>
    linksOf(source)
      .filter((target) => !known.has(target))
      .map((target) => `${source.path}: links to ${target}, which does not exist; correct or remove the link`),
  );
  return [
    ...lost.map((path) => `${path}: no way leads there from README.md; link it from README.md or from the index of its folder`),
    ...dead,
  ];
}

/** Tests that a document names (`test/x.test.ts`: “title”) exist, under that title. */
export function namedTestFaults(sources: readonly Source[]): string[] {
  const texts = new Map(sources.map(({ path, text }) => [path, text]));
  return documentsOf(sources).flatMap(({ path, text }) =>
    [...text.matchAll(/`(test\/[^`]+\.test\.ts)`: “([^”]+)”/g)]
      .filter(([, file, title]) => !isTitled(texts.get(file!) ?? '', title!))
      .map(([, file, title]) => `${path}: names the test “${title}” of ${file}, which has none; name the one that shows it now`),
  );
}

/** Whether the title stands there as a text of its own. */
function isTitled(text: string, title: string): boolean {
  return ["'", '"', '`'].some((quote) => text.includes(quote + title.replaceAll(quote, `\\${quote}`) + quote));
}

/** Decisions are numbered without a gap: `0001-one-inbox.md`. */
export function decisionFaults(sources: readonly Source[]): string[] {
  const names = within(sources, 'docs/decisions/').map(({ path }) => posix.basename(path));
  const decisions = names.filter((name) => name !== 'README.md');
  const misnamed = decisions.filter((name) => !/^\d{4}-[a-z0-9]+(?:-[a-z0-9]+)*\.md$/.test(name));
  const numbers = decisions.map((name) => name.slice(0, 4));
  const twice = numbers.filter((number, at) => numbers.indexOf(number) !== at);
  return [
    ...misnamed.map((name) => `docs/decisions/${name}: name it NNNN-title-in-small-letters.md`),
    ...twice.map((number) => `docs/decisions/${number}-*.md: two decisions have this number; give the newer one the next`),
  ];
}

/** Every configuration is valid YAML without duplicate keys. */
export function yamlFaults(sources: readonly Source[]): string[] {
  return within(sources, 'config/', '.yaml', '.yml').flatMap(({ path, text }) =>
    parseAllDocuments(text, { uniqueKeys: true }).flatMap((document) =>
      [...document.errors, ...document.warnings].map((error) => `${path}: ${error.message.split('\n')[0]!} Correct the file.`),
    ),
  );
}

function documentsOf(sources: readonly Source[]): Source[] {
  return sources.filter(({ path }) => path === 'README.md' || (path.startsWith('docs/') && path.endsWith('.md')));
}

/** Relative links as paths from the root, without anchors. */
function linksOf(source: Source | undefined): string[] {
  if (source === undefined) return [];
  const links = [...withoutFences(source.text).matchAll(/\]\(\s*<?([^)\s>]+)/g)].map((match) => match[1]!.split('#')[0]!);
  return links
    .filter((link) => link !== '' && !/^[a-z]+:/i.test(link))
    .map((link) => posix.join(posix.dirname(source.path), decodeURIComponent(link)).replace(/\/$/, ''));
}

function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'));
}

function withoutFences(text: string): string {
  return text.replace(/^(```|~~~)[\s\S]*?^\1.*$/gm, '').replace(/`[^`\n]*`/g, '``');
}
