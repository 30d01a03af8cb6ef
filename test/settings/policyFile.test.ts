import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isFault } from '../../src/base/fault.ts';
import { parsePolicy, readPolicyFile } from '../../src/settings/policyFile.ts';
import { newPublicKey } from '../policy/room.ts';

const [ANNA, BEN] = [newPublicKey(), newPublicKey()];
const PEOPLE = `people: { anna: { keys: ['${ANNA}'] }, ben: { keys: ['${BEN}'] }, robot: {} }\n`;
const GROUPS = 'groups: { owners: [anna, ben] }\n';
const CHANGE = 'change: { approve: [{ need: 1, of: owners }] }\n';
const RULES = 'rules: [{ name: all, then: allow }]\n';

/** The problems of a text, as `line:column path: message`. */
function problemsOf(text: string): string[] {
  try {
    parsePolicy(text, 'p.yaml');
    return [];
  } catch (error) {
    if (!isFault(error, 'configuration')) throw error;
    return [...error.message.matchAll(/^p\.yaml:(\d+:\d+) {2}(\S+|\(whole file\))\n.*\n.*\^ (.+)$/gm)].map(
      ([, at, path, said]) => `${at} ${path}: ${said}`,
    );
  }
}

describe('parsePolicy', () => {
  it('reads every condition, with defaults', () => {
    const { policy, warnings } = parsePolicy(
      `${PEOPLE}${GROUPS}
book: { approve: [{ need: 1, of: owners }], cooling: 2d, firstPayment: [100 EUR, 0.001 BTC] }
change: { approve: [{ need: 1, of: owners }], after: 12h }
rules:
  - name: everything
    if:
      kind: payout
      currency: [EUR, USD]
      network: SEPA
      destination: suppliers
      initiator: [owners, robot]
      amount: { above: 1 EUR, atMost: 1000.50 EUR }
      window: [{ last: 24h, atMost: 25000 EUR, per: destination }, { last: lifetime, above: 1 BTC }]
      hours: { days: [Mon..Wed, Sat], from: '22:00', to: '06:00', zone: Europe/Berlin }
      balance: { floor: 20000 EUR }
      fee: { atMost: 1%, above: 7 EUR }
      share: { atMost: 10% }
    then: { approve: [{ need: 1, of: owners }] }
  - { name: rest, if: { destination: any in book }, then: deny }
`,
      'p.yaml',
    );
    expect(warnings).toEqual([]);
    expect(JSON.parse(JSON.stringify(policy))).toEqual({
      people: { anna: { keys: [ANNA] }, ben: { keys: [BEN] }, robot: { keys: [] } },
      groups: { owners: ['anna', 'ben'] },
      book: { approvals: [{ need: 1, of: 'owners' }], coolingMs: 172_800_000, firstPayment: { EUR: '100', BTC: '0.001' } },
      change: { approvals: [{ need: 1, of: 'owners' }], afterMs: 43_200_000 },
      rules: [
        {
          name: 'everything',
          conditions: {
            kind: ['payout'],
            currency: ['EUR', 'USD'],
            network: ['SEPA'],
            destination: ['suppliers'],
            initiator: ['owners', 'robot'],
            amount: { above: { amount: '1', currency: 'EUR' }, atMost: { amount: '1000.5', currency: 'EUR' } },
            window: [
              { last: 86_400_000, atMost: { amount: '25000', currency: 'EUR' }, per: 'destination' },
              { last: 'lifetime', above: { amount: '1', currency: 'BTC' }, per: 'currency' },
            ],
            hours: { days: [1, 2, 3, 6], from: 1320, to: 360, zone: 'Europe/Berlin' },
            balance: { floor: { amount: '20000', currency: 'EUR' } },
            fee: { atMost: { fraction: '0.01' }, above: { amount: '7', currency: 'EUR' } },
            share: { atMost: { fraction: '0.1' } },
          },
          decides: { verdict: 'approve', approvals: [{ need: 1, of: 'owners' }], expiresAfterMs: 86_400_000 },
        },
        { name: 'rest', conditions: { destination: 'any in book' }, decides: { verdict: 'deny' } },
      ],
    });
  });

  it('has defaults for the book and for changes', () => {
    const { policy } = parsePolicy(PEOPLE + GROUPS + CHANGE + RULES, 'p.yaml');
    expect(policy.book).toEqual({ approvals: [{ need: 1, of: 'owners' }], coolingMs: 86_400_000, firstPayment: undefined });
    expect(policy.change.afterMs).toBe(86_400_000);
  });

  it('one person alone lets nobody approve entries; that nobody else could is a warning', () => {
    const alone = (book: string): string => `people: { anna: { keys: ['${ANNA}'] } }\ngroups: { owners: [anna] }\n${CHANGE}${book}${RULES}`;
    const { policy, warnings } = parsePolicy(alone('book: { approve: nobody }\n'), 'p.yaml');
    expect([policy.book.approvals, warnings]).toEqual([[], []]);
    expect(parsePolicy(alone(''), 'p.yaml').warnings.join('\n')).toContain('no entry of the address book could ever be approved');
    expect(problemsOf(alone('book: { approve: nobdy }\n'))).toEqual(['4:18 book.approve: expected nobody; did you mean nobody?']);
    expect(problemsOf(alone('book: { approve: [] }\n')).join('\n')).toContain('book.approve: expected a list of needs');
  });

  it('tells all problems in one pass, each with its place', () => {
    const text = `${PEOPLE}groups: { owners: [anna, ben, anna], anna: [bens] }
book: { cooling: 1y, firstPayment: [100 EUR, 0.01 btc, 5 EUR] }
change: { approve: [{ need: 3, of: owners }], afer: 24h }
rules:
  - name: small
    if: { kind: payouts, amount: { atMost: 1000 eur }, hours: { days: [Mon..Fry], from: '25:00', zone: Europe/Berlni } }
    then: alow
  - name: small
    if: { windw: [], initiator: anne, fee: {}, share: { atMost: 5%, above: 5% }, destination: [any in book, ada] }
    then: { approve: [{ need: 1, of: owner }, { need: 2, of: owners }] }
  - name: default
    if: { window: [{ last: 24y, per: day }], hours: { from: '08:00', to: '08:00', zone: UTC } }
`;
    expect(problemsOf(text)).toEqual([
      '2:31 groups.owners.2: anna is there twice',
      '2:38 groups.anna: a person has this name',
      '2:45 groups.anna.0: there is no person bens; did you mean ben?',
      '3:18 book.cooling: expected a duration from 0s to 90d, with its unit, like 250ms, 2s, 5m, 24h or 90d',
      '3:46 book.firstPayment.1: expected an amount above 0 with its currency in capitals, like 500 EUR; did you mean 0.01 BTC?',
      '4:29 change.approve.0.need: owners has only 2 people with a key',
      '4:47 change.afer: unknown key; did you mean after?',
      '7:17 rules.0.if.kind: expected withdrawal, batch, payout, refund, page-refund or conversion; did you mean payout?',
      '7:44 rules.0.if.amount.atMost: expected an amount above 0 with its currency in capitals, like 500 EUR; did you mean 1000 EUR?',
      '7:72 rules.0.if.hours.days.0: expected a day or several, like Sat or Mon..Fri',
      '7:89 rules.0.if.hours.from: expected a time of the day from 00:00 to 24:00, like 08:00',
      '7:104 rules.0.if.hours.zone: expected an IANA time zone, like Europe/Berlin or UTC',
      '8:11 rules.0.then: expected allow or deny; did you mean allow?',
      '9:11 rules.1.name: is given twice; rule 1 has this name',
      '10:11 rules.1.if.windw: unknown key; did you mean window?',
      '10:22 rules.1.if.initiator.0: there is no person or group anne; did you mean anna?',
      '10:39 rules.1.if.fee: needs atMost or above',
      '10:48 rules.1.if.share: nothing is above the one and at most the other, so this can never hold',
      '10:82 rules.1.if.destination: any in book stands alone, since it includes all others',
      '11:38 rules.1.then.approve.0.of: there is no group owner; did you mean owners?',
      '12:5 rules.2.then: is missing: expected allow, deny or who has to approve it, like { approve: [{ need: 2, of: finance }] }',
      '12:11 rules.2.name: default is the name of a built-in rule',
      '13:28 rules.2.if.window.0.last: expected a duration from 1m to 3650d, like 1h, 24h or 7d, or lifetime',
      '13:38 rules.2.if.window.0.per: expected currency, destination, initiator or everything',
      '13:46 rules.2.if.hours: there is no time between from and to; for the whole day, leave both out',
    ]);
  });

  it.each([
    ['', '1:1 (whole file): the file is empty; it needs people, groups, change and rules'],
    ['people: {', '1:9 (whole file): what begins here is never closed: } is missing'],
    ['just text', '1:1 (whole file): expected a map with people, groups, change and rules'],
    [`${PEOPLE.replace(BEN, ANNA)}${GROUPS}${CHANGE}${RULES}`, 'people.ben.keys.0: this is a key of anna already'],
    [`${PEOPLE.replace(BEN, 'ed25519:AAAA')}${GROUPS}${CHANGE}${RULES}`, 'people.ben.keys.0: expected ed25519: and the base64 of 32 bytes'],
    [
      `${PEOPLE}${GROUPS.replace('owners: [anna, ben]', 'owners: [anna, robot]')}${CHANGE.replace('1', '2')}${RULES}`,
      'owners has only 1 person with a key',
    ],
    [
      `${PEOPLE}groups: { owners: [anna], finance: [anna] }\n${CHANGE.replace('}]', '}, { need: 1, of: finance }]')}${RULES}`,
      'these needs ask for more people than there are: each signature counts for one of them only',
    ],
    [`${PEOPLE}${GROUPS}${CHANGE}book: { firstPayment: [1 EUR, 2 EUR] }\n${RULES}`, 'book.firstPayment.1: EUR is there twice'],
    [
      `${PEOPLE}${GROUPS}change: { approve: [{ need: 1, of: owners }, { need: 1, of: owners }] }\n${RULES}`,
      'change.approve.1.of: owners is there twice',
    ],
  ])('refuses %j', (text, problem) => {
    expect(problemsOf(text).join('\n')).toContain(problem);
  });

  it('shows no key in a problem', () => {
    expect(() => parsePolicy(`${PEOPLE.replace(BEN, `${BEN}x`)}${GROUPS}${CHANGE}${RULES}`, 'p.yaml')).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining(ANNA.slice(8, 30)) as string }),
    );
  });
});

describe('warnings', () => {
  const warningsOf = (rules: string): string[] =>
    parsePolicy(`${PEOPLE}${GROUPS}${CHANGE}rules:\n${rules}`, 'p.yaml').warnings.map(
      (text) => `${text.split('\n')[0]} ${text.split('^ ')[1]}`,
    );

  it('tells of a rule that never decides', () => {
    expect(warningsOf('  - { name: all, then: deny }\n  - { name: late, if: { currency: EUR }, then: allow }\n')).toEqual([
      'p.yaml:6:13  rules.1.name this rule never decides: rule "all" before it matches all that this one would',
    ]);
  });

  it('tells when nobody is left to approve what a member asks for', () => {
    const rule = (initiator: string): string =>
      `  - { name: all, if: { initiator: ${initiator} }, then: { approve: [{ need: 2, of: owners }] } }\n`;
    expect(warningsOf(rule('[owners, robot]'))).toEqual([expect.stringContaining('all of owners have to approve')]);
    expect(warningsOf(rule('robot'))).toEqual([]);
  });
});

describe('readPolicyFile', () => {
  it('reads a file, and says which one is missing', () => {
    const folder = mkdtempSync(join(tmpdir(), 'policy-'));
    try {
      writeFileSync(join(folder, 'p.yaml'), PEOPLE + GROUPS + CHANGE + RULES);
      expect(readPolicyFile('p.yaml', folder)).toMatchObject({ text: PEOPLE + GROUPS + CHANGE + RULES, warnings: [] });
      expect(() => readPolicyFile('q.yaml', folder)).toThrow('q.yaml: there is no such file');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
