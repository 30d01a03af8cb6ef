import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ApprovalNeed } from '../../../src/model/move.ts';
import { openNeeds, unfillableNeeds } from '../../../src/treasury/approvals/openNeeds.ts';
import { subjectOfMove } from '../../../src/treasury/approvals/subject.ts';
import { aMove } from './moves.ts';
import { approval, signer, termsOf } from './people.ts';

const PEOPLE = ['anna', 'bert', 'carl', 'dora', 'erik'];
const signers = PEOPLE.map(signer);
const GROUPS = ['finance', 'owners', 'audit'];
const move = aMove();
const subject = subjectOfMove(move);
const now = move.createdAt + 1;

describe('openNeeds', () => {
  it('is empty for two of finance and another one of owners, and not when one of them counts twice', () => {
    const groups = { finance: ['bert', 'carl', 'dora'], owners: ['carl', 'erik'] };
    const terms = termsOf(signers, groups, [
      { need: 2, of: 'finance' },
      { need: 1, of: 'owners' },
    ]);
    const open = (...names: string[]) =>
      openNeeds(
        subject,
        names.map((name) => approval(subject, signers[PEOPLE.indexOf(name)]!, now)),
        terms,
      );
    expect(open('bert', 'carl', 'dora')).toEqual([]);
    expect(open('bert', 'dora', 'erik')).toEqual([]);
    expect(open('bert', 'carl')).toHaveLength(1);
    expect(open('bert', 'dora')).toEqual([{ need: 1, of: 'owners' }]);
    expect(open('bert', 'bert', 'dora', 'bert')).toEqual([{ need: 1, of: 'owners' }]);
    expect(open('bert', 'dora', 'anna')).toEqual([{ need: 1, of: 'owners' }]);
  });

  it('judges what was taken once more: a key that was taken out, a change, a signature that is none, an approval that came late', () => {
    const bert = signers[1]!;
    const terms = termsOf(signers, { finance: ['bert'] }, [{ need: 1, of: 'finance' }]);
    const given = approval(subject, bert, now);
    expect(openNeeds(subject, [given], terms)).toEqual([]);
    expect(openNeeds(subject, [given], { ...terms, people: { ...terms.people, bert: { keys: [] } } })).toHaveLength(1);
    expect(openNeeds(subjectOfMove({ ...move, policyVersion: 4 }), [given], terms)).toHaveLength(1);
    expect(openNeeds(subjectOfMove({ ...move, expiresAt: move.expiresAt! + 1 }), [given], terms)).toHaveLength(1);
    expect(
      openNeeds(subject, [{ ...given, signature: approval({ ...subject, policyVersion: 9 }, bert, now).signature }], terms),
    ).toHaveLength(1);
    expect(openNeeds(subject, [{ ...given, at: move.expiresAt! }], terms)).toHaveLength(1);
  });

  it('agrees with trying every way to give each person at most one seat', () => {
    const some = (names: readonly string[]) => fc.subarray([...names]);
    const cases = fc.record({
      members: fc.tuple(some(PEOPLE), some(PEOPLE), some(PEOPLE)),
      needs: fc.uniqueArray(fc.record({ need: fc.integer({ min: 1, max: 3 }), of: fc.constantFrom(...GROUPS) }), {
        selector: ({ of }) => of,
      }),
      names: some(PEOPLE),
    });
    fc.assert(
      fc.property(cases, ({ members, needs, names }) => {
        const groups = Object.fromEntries(GROUPS.map((name, i) => [name, members[i]!]));
        const approvals = names.map((name) => approval(subject, signers[PEOPLE.indexOf(name)]!, now));
        const open = openNeeds(subject, approvals, termsOf(signers, groups, needs));
        const able = names.filter((name) => name !== move.initiator);
        expect(open.length === 0).toBe(
          canSeat(
            needs.flatMap(({ need, of }) => Array<string>(need).fill(of)),
            able,
            groups,
          ),
        );
      }),
      { numRuns: 500 },
    );
  });
});

describe('unfillableNeeds', () => {
  const terms = termsOf(signers, { finance: ['anna', 'bert'] }, [{ need: 2, of: 'finance' }]);

  it('is what nobody but the initiator could give', () => {
    expect(unfillableNeeds({ initiator: 'anna' }, terms)).toEqual([{ need: 1, of: 'finance' }]);
    expect(unfillableNeeds({ initiator: 'carl' }, terms)).toEqual([]);
  });

  it('counts nobody without a key', () => {
    const keyless = { ...terms, people: { ...terms.people, bert: { keys: [] } } };
    expect(unfillableNeeds({ initiator: 'carl' }, keyless)).toEqual([{ need: 1, of: 'finance' }]);
  });
});

/** Fills the first seat with each person who may sit there, and goes on with the others. */
function canSeat(
  seats: readonly ApprovalNeed['of'][],
  people: readonly string[],
  groups: Readonly<Record<string, readonly string[]>>,
): boolean {
  const [seat, ...rest] = seats;
  if (seat === undefined) return true;
  return people.some(
    (person) =>
      groups[seat]!.includes(person) &&
      canSeat(
        rest,
        people.filter((other) => other !== person),
        groups,
      ),
  );
}
