import { type Source, within } from './source.ts';

const PAGE = 'docs/operating.md';

/** Every event that is logged as an error, and every rule of monitoring, stands in the alarms of the page for operators. */
export function alarmFaults(sources: readonly Source[]): string[] {
  const page = sources.find(({ path }) => path === PAGE)?.text ?? '';
  const told = new Set([...(alarmsOf(page).match(/`[\w-]+`/g) ?? [])].map((word) => word.slice(1, -1)));
  const untold = (path: string, names: readonly string[]): string[] =>
    names.filter((name) => !told.has(name)).map((name) => `${path}: ${name} is an alarm; give it a row in ${PAGE}, "Alarms"`);
  return [
    ...within(sources, 'src/', '.ts').flatMap(({ path, text }) => untold(path, errorEvents(text))),
    ...within(sources, 'deploy/', '.yml', '.yaml').flatMap(({ path, text }) => untold(path, matches(text, /^ *- alert: (\w+)/gm))),
  ];
}

/** The rows of the section. */
function alarmsOf(page: string): string {
  const section = page.split(/^## Alarms$/m)[1]?.split(/^## /m)[0] ?? '';
  return (section.match(/^\|[^|]*\|/gm) ?? []).join('\n');
}

/** Events that are written as errors, and those of lines that say so. */
function errorEvents(text: string): string[] {
  const written = matches(text, /\bwrite\('(?:error|fatal)', '([\w-]+)'/g);
  if (!text.includes('): Line')) return written;
  const helpers = new Map([...text.matchAll(/^function (\w+)\([^]*?^}/gm)].map(([body, name]) => [name!, body]));
  const cases = [...text.matchAll(/\bcase '([\w-]+)':((?:(?!\bcase ')[^])*?)(?=\bcase '|\bdefault:|^})/gm)];
  const isError = (body: string): boolean => /'(?:error|fatal)'/.test(body);
  const lines = cases.filter(
    ([, , body = '']) => isError(body) || matches(body, /(\w+)\(/g).some((name) => isError(helpers.get(name) ?? '')),
  );
  return [...written, ...lines.map(([, name]) => name!)];
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, found]) => found!);
}
