import { resolve } from 'node:path';
import { Fault } from '../base/fault.ts';
import type { Conditions, Policy, Verdict } from '../policy/policy.ts';
import type { BrokenRule } from './brokenRule.ts';
import { type PartlyPolicy, policyFaults } from './policyChecks.ts';
import { ANY_IN_BOOK } from './policyConditions.ts';
import { policyFields, type PolicyFileContent, policySchema } from './policySchema.ts';
import { policyWarnings } from './policyWarnings.ts';
import type { Problem } from './problem.ts';
import { readSource } from './readSource.ts';
import { oneProblem, problemReport, type ReportedFile } from './report.ts';
import { rightParts } from './rightParts.ts';
import { schemaProblems } from './schemaProblems.ts';
import { readYaml, type YamlTree } from './yamlTree.ts';

/** A policy, and what is allowed in it but hardly meant: texts with the place of each. */
export interface ReadPolicy {
  readonly policy: Policy;
  /** The file as it is. */
  readonly text: string;
  readonly warnings: readonly string[];
}

/** Reads a policy file. `file` is as the person named it. Throws a `Fault('configuration')` that reports every problem. */
export function readPolicyFile(file: string, cwd: string): ReadPolicy {
  return parsePolicy(readSource(file, resolve(cwd, file), ADVICE), file);
}

/** One command takes a policy as its argument, another with an option. */
const ADVICE = 'name a policy file that is there; docs/policy.md has ten to copy';

/** Reads the text of a policy. `name` is what problems say where it comes from. */
export function parsePolicy(text: string, name: string): ReadPolicy {
  const tree = readYaml(text);
  const file: ReportedFile = { name, source: text, tree };
  const place = ({ path, message, atKey = false }: BrokenRule): Problem => ({
    path,
    message,
    offset: atKey ? tree.keyOffsetOf(path) : tree.offsetOf(path),
  });
  const { content, problems } = contentOf(tree);
  const all = [...problems, ...policyFaults(content).map(place)];
  if (all.length > 0) {
    throw new Fault('configuration', problemReport(file, all), {
      suggestion: 'correct the places shown; docs/policy.md explains every condition',
    });
  }
  const policy = policyOf(content as PolicyFileContent);
  return { policy, text, warnings: policyWarnings(policy).map((warning) => oneProblem(file, place(warning))) };
}

/** The file, a rule, its `if`. */
const DEPTH = 3;

function contentOf(tree: YamlTree): { readonly content: PartlyPolicy; readonly problems: readonly Problem[] } {
  if (!tree.readable) return { content: {}, problems: tree.problems };
  if (tree.value === null) {
    const message = 'the file is empty; it needs people, groups, change and rules';
    return { content: {}, problems: [...tree.problems, { path: [], message, offset: 0 }] };
  }
  const parsed = policySchema.safeParse(tree.value);
  if (parsed.success) return { content: parsed.data, problems: tree.problems };
  const content = (rightParts(policySchema, tree.value, DEPTH) ?? {}) as PartlyPolicy;
  return { content, problems: [...tree.problems, ...schemaProblems(parsed.error, tree.value, policyFields, tree)] };
}

function policyOf({ people, groups, book, change, rules }: PolicyFileContent): Policy {
  return {
    people,
    groups,
    book: {
      approvals: typeof book.approve === 'string' ? [] : (book.approve ?? change.approve),
      coolingMs: book.cooling,
      firstPayment: book.firstPayment && Object.fromEntries(book.firstPayment.map(({ currency, amount }) => [currency, amount])),
    },
    change: { approvals: change.approve, afterMs: change.after },
    rules: rules.map((rule) => ({ name: rule.name, conditions: conditionsOf(rule.if), decides: verdictOf(rule.then) })),
  };
}

function conditionsOf({ destination, ...conditions }: PolicyFileContent['rules'][number]['if']): Conditions {
  return { ...conditions, destination: destination?.[0] === ANY_IN_BOOK ? ANY_IN_BOOK : destination };
}

function verdictOf(then: PolicyFileContent['rules'][number]['then']): Verdict {
  if (typeof then === 'string') return { verdict: then };
  return { verdict: 'approve', approvals: then.approve, expiresAfterMs: then.expires };
}
