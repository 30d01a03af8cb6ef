import { describe, expect, it } from 'vitest';
import type { AddressEntry } from '../../../src/model/addressEntry.ts';
import { type AskedEntry, entryFindings } from '../../../src/treasury/book/entryProblems.ts';
import { entryState } from '../../../src/treasury/book/entryState.ts';
import { AT, anEntry, BITCOIN, ETHER, RIPPLE } from './entries.ts';

const found = (change: Partial<AskedEntry>, book: readonly AddressEntry[] = [], alsoElsewhere = false) =>
  entryFindings({ ...anEntry(), ...change }, book, AT, alsoElsewhere);
const ada = { firstName: 'Ada', lastName: 'Byron', countryOfBirthCode: 'GB', dateOfBirth: '1815-12-10' };

describe('entryFindings', () => {
  it('has nothing against a good entry', () => {
    expect(found({})).toEqual({ problems: [], warnings: [] });
    expect(found({ destination: RIPPLE, beneficiary: ada })).toEqual({ problems: [], warnings: [] });
  });

  it('warns of an address without a tag on a network where one may be needed', () => {
    const { problems, warnings } = found({ destination: { ...RIPPLE, tag: undefined } });
    expect(problems).toEqual([]);
    expect(warnings).toEqual([
      'no tag is given, and network XRP has tags: an exchange, or whoever else tells customers apart by them, does not credit what comes without one',
    ]);
  });

  it.each<[string, Partial<AskedEntry>, string]>([
    [
      'a wrong checksum',
      { destination: { ...BITCOIN, address: `${BITCOIN.address.slice(0, -1)}5` } },
      `address "${BITCOIN.address.slice(0, -1)}5" is not an address of network BTC`,
    ],
    ['an address of another network', { destination: { ...BITCOIN, address: RIPPLE.address } }, 'it is one of XRP'],
    ['an unknown network', { destination: { ...BITCOIN, network: 'MOON' } }, 'network MOON is not known'],
    [
      'a missing tag',
      {
        destination: {
          currency: 'XLM',
          network: 'XLM',
          address: 'GBBM6BKZPEHWYO3E3YKREDPQXMS4VK35YLNU7NFBRI26RAN7GI5POFBB',
          tag: undefined,
        },
      },
      'tag is required on network XLM',
    ],
    ['a tag where there are none', { destination: { ...BITCOIN, tag: '7' } }, 'tag "7" must be empty: network BTC has no tags'],
    ['a tag of another form', { destination: { ...RIPPLE, tag: 'seven' } }, 'tag "seven" must be a whole number'],
    ['a currency that is none', { destination: { ...BITCOIN, currency: 'bitcoin!' } }, 'currency: expected capitals'],
    ['a name that can not be seen', { name: '\u200bcold' }, 'expected up to 60 letters'],
    ['a label that is none', { labels: ['a', ' b'] }, 'expected up to 60 letters'],
    ['a label twice', { labels: ['a', 'a'] }, 'a label is there twice'],
    ['a beneficiary without a name', { beneficiary: { ...ada, lastName: ' ' } }, 'first and last name are needed'],
    ['a beneficiary of no country', { beneficiary: { ...ada, countryOfBirthCode: 'GBR' } }, 'two capital letters'],
    ['a beneficiary without a birthday', { beneficiary: { ...ada, dateOfBirth: '1815-02-30' } }, 'the date of birth is YYYY-MM-DD'],
    ['a beneficiary of tomorrow', { beneficiary: { ...ada, dateOfBirth: '2026-11-24' } }, 'has not been yet'],
  ])('refuses %s', (_name, change, words) => {
    expect(found(change).problems).toEqual([expect.stringContaining(words)]);
  });

  it('takes a name and a destination once, until they are removed', () => {
    const other = anEntry({ name: 'other', destination: RIPPLE });
    expect(found({ name: 'OTHER' }, [other]).problems).toEqual(['another entry is named other; remove it first, or take another name']);
    expect(found({ destination: RIPPLE }, [other]).problems).toEqual(['this destination is in the book already, as other']);
    expect(found({ destination: { ...RIPPLE, tag: '8' } }, [other])).toEqual({ problems: [], warnings: [] });
    expect(found({ destination: { ...BITCOIN, address: BITCOIN.address.toUpperCase() } }, [anEntry({ name: 'x' })]).problems).toHaveLength(
      1,
    );
    const removed = { ...other, removedAt: AT };
    expect(found({ name: 'other', destination: RIPPLE }, [removed])).toEqual({
      problems: [],
      warnings: ['other had this address, and was removed at 2026-11-23T09:00:00.000Z'],
    });
  });

  it('refuses the address of another network, unless it is meant', () => {
    const other = anEntry({ name: 'other', destination: ETHER });
    const onBnb = { destination: { ...ETHER, currency: 'BNB', network: 'BNB' } };
    const words = 'other has this address on network ETH, and this entry is for BNB';
    expect(found(onBnb, [other])).toEqual({ problems: [words], warnings: [] });
    expect(found(onBnb, [other], true)).toEqual({ problems: [], warnings: [words] });
    expect(found({ destination: { ...ETHER, currency: 'USDT' } }, [other])).toEqual({ problems: [], warnings: [] });
  });

  it('warns of an address that begins and ends like another one, of removed entries too', () => {
    const other = anEntry({ name: 'other', destination: { ...RIPPLE, address: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh' } });
    const poison = { destination: { ...RIPPLE, address: 'rHb9zzzzzzzzzzzzzzzzzzzzzzzzzztyTh' } };
    for (const entry of [other, { ...other, removedAt: AT }]) {
      expect(found(poison, [entry]).warnings).toEqual([
        expect.stringContaining('begins and ends like that of other (rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh)'),
      ]);
    }
  });

  it('warns when a name is a label elsewhere: rules of the policy count for both', () => {
    const other = anEntry({ name: 'payroll', labels: ['trusted'], destination: RIPPLE });
    expect(found({ name: 'Trusted' }, [other]).warnings).toEqual([expect.stringContaining('Trusted is a label of payroll')]);
    expect(found({ labels: ['payroll'] }, [other]).warnings).toEqual([
      expect.stringContaining('the label payroll is the name of another entry'),
    ]);
  });
});

it('an entry is requested, cools, is allowed from a moment on, and removed for ever', () => {
  expect(entryState(anEntry(), AT)).toBe('requested');
  expect(entryState(anEntry({ allowedFrom: AT + 1 }), AT)).toBe('cooling');
  expect(entryState(anEntry({ allowedFrom: AT }), AT)).toBe('allowed');
  expect(entryState(anEntry({ allowedFrom: AT, removedAt: AT - 1 }), AT)).toBe('removed');
});
