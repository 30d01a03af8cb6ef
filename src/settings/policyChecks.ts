import { didYouMean } from '../base/didYouMean.ts';
import { counted } from '../base/counted.ts';
import { missingApprovals } from '../policy/approvalNeeds.ts';
import { isAutomatic } from '../model/automaticPerson.ts';
import { BUILT_IN_RULES } from '../policy/decision.ts';
import type { ApprovalNeed } from '../model/move.ts';
import type { BrokenRule } from './brokenRule.ts';
import { conditionFaults } from './policyConditionChecks.ts';
import type { PolicyFileContent } from './policySchema.ts';
import type { Path } from './problem.ts';

type Rule = PolicyFileContent['rules'][number];

/** What is right by itself in a policy file. */
export interface PartlyPolicy extends Partial<Pick<PolicyFileContent, 'people' | 'groups'>> {
  readonly book?: Partial<PolicyFileContent['book']>;
  readonly change?: Partial<PolicyFileContent['change']>;
  readonly rules?: readonly PartlyRule[];
}

interface PartlyRule extends Partial<Pick<Rule, 'name' | 'then'>> {
  readonly if?: Partial<Rule['if']>;
}

/** What no single field can check: names that are named elsewhere, and needs that nobody could meet. */
export function policyFaults(content: PartlyPolicy): BrokenRule[] {
  return [...keyFaults(content), ...groupFaults(content), ...needFaults(content), ...paymentFaults(content), ...ruleFaults(content)];
}

/** One key is one person: else two signatures could come from one. */
function keyFaults({ people = {} }: PartlyPolicy): BrokenRule[] {
  const owners = new Map<string, string>();
  return Object.entries(people).flatMap(([name, { keys }]) =>
    keys.flatMap((key, i) => {
      if (isAutomatic(name)) return [{ path: ['people', name, 'keys', i], message: 'a schedule signs nothing, so it has no key' }];
      const other = owners.get(key);
      owners.set(key, name);
      return other === undefined ? [] : [{ path: ['people', name, 'keys', i], message: `this is a key of ${other} already` }];
    }),
  );
}

function groupFaults({ people, groups = {} }: PartlyPolicy): BrokenRule[] {
  if (people === undefined) return [];
  return Object.entries(groups).flatMap(([group, members]) => [
    ...(Object.hasOwn(people, group) ? [{ path: ['groups', group], message: 'a person has this name', atKey: true }] : []),
    ...members.flatMap((member, i) => {
      const path = ['groups', group, i];
      if (!Object.hasOwn(people, member)) return [{ path, message: unknown('person', member, Object.keys(people)) }];
      return members.indexOf(member) < i ? [{ path, message: `${member} is there twice` }] : [];
    }),
  ]);
}

function unknown(what: string, name: string, known: readonly string[]): string {
  const near = didYouMean(name, known);
  return `there is no ${what} ${name}; ${near === undefined ? `known are: ${known.join(', ') || 'none'}` : `did you mean ${near}?`}`;
}

/** Every list of approvals, with its place. */
function approvalLists({ book, change, rules = [] }: PartlyPolicy): readonly (readonly [Path, readonly ApprovalNeed[]])[] {
  return [
    ...(book?.approve === undefined || typeof book.approve === 'string' ? [] : [[['book', 'approve'], book.approve] as const]),
    ...(change?.approve === undefined ? [] : [[['change', 'approve'], change.approve] as const]),
    ...rules.flatMap(({ then }, i) =>
      then === undefined || typeof then === 'string' ? [] : [[['rules', i, 'then', 'approve'], then.approve] as const],
    ),
  ];
}

function needFaults(content: PartlyPolicy): BrokenRule[] {
  const { people, groups } = content;
  if (people === undefined || groups === undefined) return [];
  const signers = Object.keys(people).filter((name) => people[name]!.keys.length > 0);
  return approvalLists(content).flatMap(([path, needs]) => {
    const faults = needs.flatMap(({ need, of }, i): BrokenRule[] => {
      if (!Object.hasOwn(groups, of)) return [{ path: [...path, i, 'of'], message: unknown('group', of, Object.keys(groups)) }];
      if (needs.findIndex((other) => other.of === of) < i) return [{ path: [...path, i, 'of'], message: `${of} is there twice` }];
      const able = new Set(groups[of]!.filter((name) => signers.includes(name))).size;
      if (need <= able) return [];
      return [{ path: [...path, i, 'need'], message: `${of} has only ${counted(able, 'person', 'people')} with a key` }];
    });
    const missing = faults.length > 0 ? [] : missingApprovals(groups, needs, signers);
    if (missing.length === 0) return faults;
    return [{ path, message: 'these needs ask for more people than there are: each signature counts for one of them only' }];
  });
}

function paymentFaults({ book }: PartlyPolicy): BrokenRule[] {
  const currencies = book?.firstPayment?.map(({ currency }) => currency) ?? [];
  return currencies.flatMap((currency, i) =>
    currencies.indexOf(currency) < i ? [{ path: ['book', 'firstPayment', i], message: `${currency} is there twice` }] : [],
  );
}

function ruleFaults({ rules = [], people, groups }: PartlyPolicy): BrokenRule[] {
  const names = rules.map(({ name }) => name);
  const initiators = people === undefined || groups === undefined ? undefined : [...Object.keys(people), ...Object.keys(groups)];
  return rules.flatMap(({ name, if: conditions = {} }, i) => [
    ...nameFaults(name, i, names),
    ...(conditions.initiator ?? []).flatMap((initiator, k) =>
      initiators === undefined || initiators.includes(initiator)
        ? []
        : [{ path: ['rules', i, 'if', 'initiator', k], message: unknown('person or group', initiator, initiators) }],
    ),
    ...conditionFaults(conditions).map((fault) => ({ ...fault, path: ['rules', i, 'if', ...fault.path] })),
  ]);
}

function nameFaults(name: string | undefined, i: number, names: readonly (string | undefined)[]): BrokenRule[] {
  if (name === undefined) return [];
  const path = ['rules', i, 'name'];
  const first = names.indexOf(name);
  return [
    ...(first < i ? [{ path, message: `is given twice; rule ${first + 1} has this name` }] : []),
    ...((BUILT_IN_RULES as readonly string[]).includes(name) ? [{ path, message: `${name} is the name of a built-in rule` }] : []),
  ];
}
