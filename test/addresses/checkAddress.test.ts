import { describe, expect, test } from 'vitest';
import { addressNetworkOf, networksWithAddress } from '../../src/addresses/addressNetwork.ts';
import { checkAddress } from '../../src/addresses/checkAddress.ts';
import { destinationProblems } from '../../src/addresses/destinationProblems.ts';
import { tagFault } from '../../src/addresses/tagRule.ts';
import { COINS } from '../../src/simulator/processing/coinCatalog.ts';

const BITCOIN = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const ETHEREUM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const RIPPLE = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';
const STELLAR = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ';
const ALGORAND = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAY5HFKQ';

test.each([
  ['BTC', BITCOIN, undefined],
  ['BTC', BITCOIN, ''],
  ['ETH', ETHEREUM, undefined],
  ['BNB_TEST', ETHEREUM, undefined],
  ['XRP', RIPPLE, undefined],
  ['XRP', RIPPLE, '0'],
  ['XRP', RIPPLE, '4294967295'],
  ['XLM', STELLAR, 'invoice 4711'],
  ['ALGO', ALGORAND, 'note'],
])('nothing is wrong with the destination %s %s with the tag %j', (network, address, tag) => {
  expect(checkAddress(network, address, tag)).toBeUndefined();
});

test.each([
  ['BTC', ETHEREUM, undefined, 'address', 'is not an address of network BTC: it is one of ETH, BNB, BNB_TEST'],
  ['XRP', BITCOIN, undefined, 'address', 'is not an address of network XRP: it is one of BTC'],
  ['BTC', `${BITCOIN} `, undefined, 'address', 'is not an address of network BTC'],
  ['BTC', BITCOIN, '7', 'tag', 'must be empty: network BTC has no tags'],
  ['XRP', RIPPLE, '4294967296', 'tag', 'must be a whole number below 4294967296'],
  ['XRP', RIPPLE, '007', 'tag', 'must be a whole number below 4294967296'],
  ['XRP', RIPPLE, '-1', 'tag', 'must be a whole number below 4294967296'],
  ['XLM', STELLAR, undefined, 'tag', 'is required on network XLM'],
  ['XLM', STELLAR, 'é'.repeat(15), 'tag', 'must have at most 28 bytes'],
  ['ALGO', ALGORAND, 'x'.repeat(1025), 'tag', 'must have at most 1024 bytes'],
  ['ABC', BITCOIN, undefined, 'network', "ABC is not known, so that its addresses can't be checked"],
])('a problem is told of with the destination %s %s and the tag %j', (network, address, tag, field, message) => {
  expect(checkAddress(network, address, tag)).toEqual({ field, message });
});

test('a slip in the capital letters of an Ethereum address is named as such (EIP-55)', () => {
  expect(checkAddress('ETH', ETHEREUM.replace('BeAed', 'BeAeD'), undefined)).toEqual({
    field: 'address',
    message:
      'is not an address of network ETH: its large and small letters, which are a checksum (EIP-55), do not fit; copy it from its source again',
  });
});

describe('X-addresses of the XRP Ledger (XLS-5), of which the venue’s documents say nothing', () => {
  test.each([
    [
      'X7AcgcsBL6XDcUb289X4mJ8djcdyKaB5hJDWMArnXr61cqZ',
      'it is an X-address; give the account r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59 with no tag',
    ],
    [
      'X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu',
      'it is an X-address; give the account r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59 with the tag 1',
    ],
    [
      'T719a5UwUCnEs54UsxG9CJYYDhwmFCqkr7wxCcNcfZ6p5GZ',
      'it is an X-address of a test network; give the account r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59 with no tag',
    ],
  ])('%s is refused, and what to give instead is named', (address, advice) => {
    expect(checkAddress('XRP', address, undefined)?.message).toBe(`is not an address of network XRP: ${advice}`);
  });

  test('one with a slip is no X-address', () => {
    expect(checkAddress('XRP', 'X7AcgcsBL6XDcUb289X4mJ8djcdyKaB5hJDWMArnXr61cqX', undefined)?.message).toBe(
      'is not an address of network XRP',
    );
  });
});

test('whether a tag is required follows the venue’s list where the caller has it (000 Network, IsTagRequiredForWithdrawals)', () => {
  expect(checkAddress('XRP', RIPPLE, '', true)).toEqual({ field: 'tag', message: 'is required on network XRP' });
  expect(checkAddress('XLM', STELLAR, undefined, false)).toBeUndefined();
});

test('everything that is wrong is told of at once', () => {
  expect(destinationProblems(addressNetworkOf('XRP')!, 'x', 'y').map(({ field }) => field)).toEqual(['address', 'tag']);
});

test('a text may be an address of several networks, or of none', () => {
  expect(networksWithAddress(ETHEREUM).map(({ code }) => code)).toEqual(['ETH', 'BNB', 'BNB_TEST']);
  expect(networksWithAddress('nonsense')).toEqual([]);
});

test('a tag is counted in bytes', () => {
  expect([tagFault('Memo', 'é'.repeat(14)), tagFault('Memo', 'é'.repeat(14) + 'x')]).toEqual([undefined, 'must have at most 28 bytes']);
});

test('the addresses of every network of the payment service can be checked (001 Coin listing)', () => {
  const codes = COINS.flatMap(({ networks }) => networks.map(({ code }) => code));
  expect(codes.filter((code) => addressNetworkOf(code) === undefined)).toEqual([]);
});
