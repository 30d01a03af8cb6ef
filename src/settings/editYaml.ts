import { isMap, isNode, isScalar, type Node, parseDocument, type YAMLMap } from 'yaml';
import { Fault } from '../base/fault.ts';
import { type Path, pathText } from './problem.ts';
import { isMap as isTree, valueAt } from './treeValue.ts';
import { hideBraces, readYaml, type TreeValue } from './yamlTree.ts';

/** A value to write. Text that begins with `[` or `{` is a YAML list or map; any other text is a single value. */
export interface YamlEdit {
  readonly path: readonly string[];
  readonly value: string;
}

/**
 * Changes values in the text of a YAML file and adds those that are missing. Every other character stays as it is. Throws a
 * `Fault` `configuration` where that is not possible without changing anything else.
 */
export function editYaml(source: string, edits: readonly YamlEdit[]): string {
  return edits.reduce(edited, source);
}

function edited(source: string, { path, value }: YamlEdit): string {
  const before = readYaml(source);
  if (!before.readable) throw cannot(path, 'the file can not be read: see `sluice config check`');
  const isWhole = /^[[{]/.test(value);
  // The value is quoted only where YAML would read the plain text as something else.
  for (const text of isWhole ? [value] : [value, JSON.stringify(value)]) {
    const changed = written(source, path, text);
    const after = readYaml(changed);
    if (after.problems.length > before.problems.length) continue;
    const found = valueAt(after.value, path);
    const isThere = isWhole ? typeof found === 'object' && found !== null : textOf(found) === value;
    if (isThere && isSameBeside(before.value, after.value, path)) return changed;
  }
  throw cannot(path, `${value} can not be written there without changing more than that`);
}

function written(source: string, path: readonly string[], text: string): string {
  const document = parseDocument(hideBraces(source), { version: '1.2', schema: 'core', logLevel: 'silent' });
  for (let length = path.length; length >= 0; length--) {
    const node: unknown = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
    if (!isNode(node)) continue;
    const missing = path.slice(length);
    if (missing.length === 0) return replaced(source, node, text);
    const [key, ...below] = missing as [string, ...string[]];
    const value = below.reduceRight((inner, name) => `{ ${name}: ${inner} }`, text);
    if (isMap(node)) return added(source, node, key, value);
    if (isScalar(node) && node.value === null) return replaced(source, node, `{ ${key}: ${value} }`);
    throw cannot(path, `${pathText(path.slice(0, length))} is a single value and has nothing below it`);
  }
  throw cannot(path, 'the file is empty');
}

/** A value that was left out goes right behind its colon. */
function replaced(source: string, node: Node, text: string): string {
  const [from, to] = node.range!;
  const gap = from === to && /\S/.test(source[from - 1] ?? ' ') ? ' ' : '';
  return `${source.slice(0, from)}${gap}${text}${source.slice(to)}`;
}

function added(source: string, map: YAMLMap, key: string, value: string): string {
  const last = map.items.at(-1);
  if (map.flow === true) {
    const end = last === undefined ? map.range![0] + 1 : endOf(last.value ?? last.key);
    const entry = last === undefined ? ` ${key}: ${value} ` : `, ${key}: ${value}`;
    return source.slice(0, end) + entry + source.slice(end);
  }
  const first = (map.items[0]!.key as Node).range![0];
  const indent = ' '.repeat(first - (source.lastIndexOf('\n', first - 1) + 1));
  const newline = source.indexOf('\n', endOf(last!.value ?? last!.key));
  const end = newline < 0 ? source.length : newline;
  return `${source.slice(0, end)}\n${indent}${key}: ${value}${source.slice(end)}`;
}

/** Where the last value within a node ends, without the comments and empty lines after it. */
function endOf(node: unknown): number {
  if (isMap(node) && node.flow !== true && node.items.length > 0) {
    const { key, value } = node.items.at(-1)!;
    return endOf(value ?? key);
  }
  return (node as Node).range![1];
}

function isSameBeside(before: TreeValue, after: TreeValue, path: readonly string[]): boolean {
  return JSON.stringify(without(before, path)) === JSON.stringify(without(after, path));
}

/** A tree without the value at a path. Maps that are empty afterwards are left out too, since an edit may have made them. */
function without(value: TreeValue, path: readonly string[]): TreeValue {
  const [key, ...below] = path;
  if (key === undefined || !isTree(value)) return value;
  const { [key]: inner, ...rest } = value;
  const left = inner === undefined || below.length === 0 ? undefined : without(inner, below);
  const isEmpty = left === undefined || left === null || (isTree(left) && Object.keys(left).length === 0);
  return isEmpty ? rest : { ...value, [key]: left };
}

function textOf(value: TreeValue | undefined): string | undefined {
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : undefined;
}

function cannot(path: Path, why: string): Fault {
  return new Fault('configuration', `${pathText(path)}: ${why}`, {
    suggestion: 'edit the file by hand, and check it with `sluice config check`',
  });
}
