import { z } from 'zod';
import { automaticPerson, isAutomatic } from '../model/automaticPerson.ts';
import { publicKeyProblem } from '../model/publicKey.ts';
import { fieldsOf } from './fields.ts';
import { choice, duration, listOf, mapOf, section } from './kinds.ts';
import { conditionsSection } from './policyConditions.ts';
import { approvals, money, name } from './moneyAndNames.ts';
import { textOr } from './textOr.ts';

const key = z
  .string({ error: 'expected a public key' })
  .superRefine((given, context) => {
    const problem = publicKeyProblem(given);
    if (problem !== undefined) context.addIssue(problem);
  })
  .meta({ description: 'A public key, as `sluice treasury key show` prints it' });

const isPlainName = (given: string): boolean => /^[A-Za-z][\w.-]{0,39}$/.test(given);
const isPersonName = (given: string): boolean => isPlainName(isAutomatic(given) ? given.slice(automaticPerson('').length) : given);
const NAME_EXPECTED = 'a name of letters, digits, -, _ and . (at most 40)';

const person = section('A person, or a program that asks for moves', {
  keys: listOf('The public keys; who has none approves nothing', key, 'public keys', 10, '[ed25519:...]').default([]),
});

const verdict = textOr(
  'expected allow, deny or who has to approve it, like { approve: [{ need: 2, of: finance }] }',
  choice({ about: 'What the rule decides' }, ['allow', 'deny']),
  section('Who has to approve it', {
    approve: approvals('Different people who have to approve it, and who did not ask for it'),
    expires: duration({ about: 'How long the approvals may take' }, { min: '1m', max: '90d' }).prefault('24h'),
  }),
);

const rule = section('A rule', {
  name: name('What people call it; it stands in each of its decisions', 'small payouts'),
  if: conditionsSection.prefault({}),
  // oxlint-disable-next-line unicorn/no-thenable -- the word of the policy; nothing awaits a rule
  then: verdict,
});

export const policySchema = z
  .strictObject(
    {
      people: mapOf('The people, by name; schedule/NAME is a schedule', isPersonName, NAME_EXPECTED, person),
      groups: mapOf(
        'Groups of people, by name',
        isPlainName,
        NAME_EXPECTED,
        listOf('The people of a group', name('A person', 'anna'), 'people', 50, '[anna, ben]'),
      ),
      book: section('What holds for the address book, before all rules', {
        approve: textOr(
          'expected nobody, or who has to approve an entry, like [{ need: 1, of: finance }]',
          choice({ about: 'An entry needs no approval; it cools all the same' }, ['nobody']),
          approvals('Who has to approve an entry; who signs a new policy, when not given'),
        ).optional(),
        cooling: duration({ about: 'How long an approved entry waits before money may go there' }, { min: '0s', max: '90d' }).prefault(
          '24h',
        ),
        firstPayment: listOf(
          'The most that may go to an entry before anything has arrived there; other currencies may not go there first',
          money('An amount of one currency'),
          'amounts',
          100,
          '[100 EUR, 0.001 BTC]',
        ).optional(),
      }).prefault({}),
      change: section('How this policy is changed', {
        approve: approvals('Who has to sign a new version'),
        after: duration({ about: 'How long after its publication a new version begins to hold' }, { min: '0s', max: '90d' }).prefault(
          '24h',
        ),
      }),
      rules: listOf(
        'Rules; the first that matches decides, and when none does, the answer is no',
        rule,
        'rules',
        500,
        '[{ name: ..., then: ... }]',
      ),
    },
    { error: (issue) => (issue.code === 'invalid_type' ? 'expected a map with people, groups, change and rules' : undefined) },
  )
  .meta({ title: 'sluice treasury policy' });

export type PolicyFileContent = z.output<typeof policySchema>;

/** Every section and field of a policy file. */
export const policyFields = fieldsOf(policySchema);
