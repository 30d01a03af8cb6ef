import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../src/base/instant.ts';
import type { PolicyVersion } from '../../src/model/policyVersion.ts';
import { mayPublish, versionInForce } from '../../src/policy/policyVersions.ts';
import { NOW, policyOf } from './room.ts';

const published = (version: number, publishedAt: number, holdsFrom: number): PolicyVersion => ({
  version,
  text: '',
  hash: '',
  publishedBy: 'anna',
  publishedAt,
  approvals: [],
  holdsFrom,
});
const inForce = (versions: readonly PolicyVersion[], at: number): number | undefined => versionInForce(versions, at)?.version;

describe('versionInForce', () => {
  const versions = [published(1, 100, 100), published(2, 200, 300), published(3, 400, 500)];

  it.each([
    [99, undefined],
    [100, 1],
    [299, 1],
    [300, 2],
    [499, 2],
    [500, 3],
  ])('at %d it is %s', (at, version) => {
    expect(inForce(versions, at)).toBe(version);
    expect(inForce(versions.toReversed(), at)).toBe(version);
  });

  it('one that was followed before it held never holds', () => {
    const takenBack = [published(1, 100, 100), published(2, 200, 300), published(3, 299, 399)];
    expect([299, 300, 398, 399].map((at) => inForce(takenBack, at))).toEqual([1, 1, 1, 3]);
    const atTheMoment = [published(1, 100, 100), published(2, 200, 300), published(3, 300, 400)];
    expect(inForce(atTheMoment, 300)).toBe(2);
  });
});

describe('mayPublish', () => {
  const policy = policyOf(['{ name: all, then: allow }'], '');
  const two = { ...policy, change: { approvals: [{ need: 2, of: 'finance' }], afterMs: HOUR_MS } };
  const current = { version: 4, policy: two, holdsFrom: NOW - HOUR_MS };
  const approval = (person: string, key = two.people[person]?.keys[0] ?? '') => ({ person, key, signature: `by ${person}`, at: NOW });
  const isSigned = ({ signature }: { signature: string }): boolean => signature !== 'by dan';
  const whyNot = (approvals: Parameters<typeof mayPublish>[2], version = 5): readonly string[] => {
    const answer = mayPublish(current, { version }, approvals, NOW, isSigned);
    return answer.may ? [] : answer.why;
  };

  it('takes the first at once', () => {
    expect(mayPublish(undefined, { version: 1 }, [], NOW, isSigned)).toEqual({ may: true, holdsFrom: NOW });
  });

  it('takes one that the version in force has signed for, after the delay', () => {
    const approvals = [approval('ben'), approval('cleo')];
    expect(mayPublish(current, { version: 5 }, approvals, NOW, isSigned)).toEqual({ may: true, holdsFrom: NOW + HOUR_MS });
    const early = mayPublish(current, { version: 5 }, approvals, NOW - 9 * HOUR_MS, isSigned);
    expect(early).toEqual({ may: true, holdsFrom: NOW });
  });

  it.each([
    ['too few', ['ben'], ['1 more of finance (ben, cleo, dan) has to sign it']],
    ['none', [], ['2 more of finance (ben, cleo, dan) have to sign it']],
    ['one person twice', ['ben', 'ben'], ['1 more of finance (ben, cleo, dan) has to sign it']],
    ['somebody of another group', ['ben', 'anna'], ['1 more of finance (ben, cleo, dan) has to sign it']],
    [
      'a wrong signature',
      ['ben', 'dan'],
      ['the signature of dan is not one under this text and this version', '1 more of finance (ben, cleo, dan) has to sign it'],
    ],
    [
      'a stranger',
      ['ben', 'eve'],
      ['eve is not among the people of the policy in force', '1 more of finance (ben, cleo, dan) has to sign it'],
    ],
  ])('refuses %s', (_what, people, why) => {
    expect(whyNot(people.map((person) => approval(person)))).toEqual(why);
  });

  it("refuses another's key, and a version that is not new", () => {
    expect(whyNot([approval('ben'), approval('cleo', approval('anna').key)])[0]).toBe(
      'the key that cleo signed with is not one of cleo in the policy in force',
    );
    expect(whyNot([approval('ben'), approval('cleo')], 4)).toEqual(['version 4 does not come after version 4, which is in force']);
  });
});
