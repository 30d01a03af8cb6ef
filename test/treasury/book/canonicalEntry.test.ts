import { describe, expect, it } from 'vitest';
import { shownContent } from '../../../src/treasury/approvals/shownContent.ts';
import { canonicalEntry, subjectOfEntry } from '../../../src/treasury/book/canonicalEntry.ts';
import { AT, anEntry, BITCOIN } from './entries.ts';

const beneficiary = { firstName: 'Ada', lastName: 'Byron', countryOfBirthCode: 'GB', dateOfBirth: '1815-12-10' };

describe('canonicalEntry', () => {
  it('is this text, byte for byte', () => {
    expect(canonicalEntry(anEntry())).toBe(
      '{"form":"sluice address entry v1","id":"A-01J000000000000000000000AA","name":"cold-1",' +
        '"destination":{"currency":"BTC","network":"BTC","address":"bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4","tag":null},' +
        '"labels":["vault"],"beneficiary":null,"requestedBy":"anna","requestedAt":"2026-11-23T09:00:00.000Z"}',
    );
  });

  it('has another hash after any change, and the same after what becomes of the entry', () => {
    const before = subjectOfEntry(anEntry()).hash;
    for (const change of [
      { id: 'A-2' },
      { name: 'cold-2' },
      { destination: { ...BITCOIN, currency: 'LTC' } },
      { destination: { ...BITCOIN, network: 'LTC' } },
      { destination: { ...BITCOIN, address: 'x' } },
      { destination: { ...BITCOIN, tag: '' } },
      { labels: [] },
      { labels: ['vault', 'more'] },
      { beneficiary },
      { requestedBy: 'bert' },
      { requestedAt: AT + 1 },
    ]) {
      expect(subjectOfEntry(anEntry(change)).hash).not.toBe(before);
    }
    expect(subjectOfEntry(anEntry({ allowedFrom: AT, removedAt: AT })).hash).toBe(before);
  });

  it('is shown whole to whoever signs it', () => {
    const { facts, rows, notGiven } = shownContent(canonicalEntry(anEntry({ beneficiary })));
    expect(facts.map(([name]) => name)).toEqual([
      'form',
      'id',
      'name',
      'destination.currency',
      'destination.network',
      'destination.address',
      'labels.0',
      'beneficiary.firstName',
      'beneficiary.lastName',
      'beneficiary.countryOfBirthCode',
      'beneficiary.dateOfBirth',
      'requestedBy',
      'requestedAt',
    ]);
    expect([rows, notGiven]).toEqual([[], ['destination.tag']]);
  });
});
