import { resolve } from 'node:path';
import { z } from 'zod';
import { Fault, isFault } from '../base/fault.ts';
import type { BrokenRule } from './brokenRule.ts';
import { fieldsOf } from './fields.ts';
import { mapOf, scalar, section } from './kinds.ts';
import { knowledge } from './knowsSection.ts';
import type { Path, Problem } from './problem.ts';
import { readSource } from './readSource.ts';
import { problemReport } from './report.ts';
import { schemaProblems } from './schemaProblems.ts';
import { isMap, valueAt } from './treeValue.ts';
import { readYaml, type TreeValue, type YamlTree } from './yamlTree.ts';

/** Where a configuration says what is known of its venue. */
export const KNOWS: Path = ['venue', 'knows'];
const PLACE: Path = [...KNOWS, 'file'];

const note = scalar('text', { about: 'A note for people' }, 'a text', ['0.1.0'], (text) => text);

/** A file that `sluice probe` wrote. What was seen is for people, and nothing reads it. */
const knowsFile = section('What is known of a venue', {
  probed: section('Where and when it was found out', { venue: note, at: note, by: note.optional() }).optional(),
  seen: mapOf('What was seen, by question', () => true, 'a question', note).optional(),
  ...knowledge,
});

const fields = fieldsOf(knowsFile);

interface KnownVenue {
  readonly value: TreeValue | undefined;
  readonly problems: readonly BrokenRule[];
}

/**
 * The settings with what the file under `venue.knows.file` says, where they say nothing themselves. A file of another venue is a problem: what
 * one venue does proves nothing of another.
 */
export function withKnowledge(root: TreeValue | undefined, directory: string): KnownVenue {
  const named = valueAt(root, PLACE);
  const knows = valueAt(root, KNOWS);
  const venue = valueAt(root, ['venue']);
  if (typeof named !== 'string' || !isMap(root) || !isMap(knows) || !isMap(venue)) return { value: root, problems: [] };
  const problem = (message: string): KnownVenue => ({ value: root, problems: [{ path: PLACE, message, isUnmasked: true }] });
  try {
    const { probed, ...found } = readKnowsFile(named, resolve(directory, named));
    const at = venueOf(valueAt(root, ['venue', 'exchange', 'url']));
    const of = valueAt(probed, ['venue']);
    if (typeof of === 'string' && at !== undefined && of !== at)
      return problem(`what stands in ${named} was found at ${of}, and the venue is ${at}; run \`sluice probe\` there`);
    return { value: { ...root, venue: { ...venue, knows: { ...found, ...knows } } }, problems: [] };
  } catch (error) {
    if (!isFault(error, 'configuration')) throw error;
    return problem(error.message);
  }
}

/** What the file says, as it is written, without what was seen. Throws a `Fault('configuration')` that reports every problem with its place. */
function readKnowsFile(name: string, path: string): Readonly<Record<string, TreeValue>> {
  const source = readSource(name, path);
  const tree = readYaml(source);
  const problems = [...tree.problems, ...problemsOf(tree)];
  if (problems.length > 0) throw new Fault('configuration', problemReport({ name, source, tree }, problems));
  const { seen: _, ...rest } = tree.value as Readonly<Record<string, TreeValue>>;
  return rest;
}

function problemsOf(tree: YamlTree): readonly Problem[] {
  if (!tree.readable) return [];
  if (!isMap(tree.value)) return [{ path: [], message: 'expected a map, like replace: unknown', offset: 0 }];
  const parsed = z.safeParse(knowsFile, tree.value);
  return parsed.success ? [] : schemaProblems(parsed.error, tree.value, fields, tree);
}

/** Host and port, as `sluice probe` writes them down. */
function venueOf(url: TreeValue | undefined): string | undefined {
  return typeof url === 'string' && URL.canParse(url) ? new URL(url).host : undefined;
}
