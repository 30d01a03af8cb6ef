import type { AuditRow } from '../../src/model/audit.ts';
import type * as Checks from '../../src/addresses/checkAddress.ts';
import type * as Refusals from '../../src/treasury/approvals/approvalRefusal.ts';
import { subjectOfMove } from '../../src/treasury/approvals/subject.ts';
import type * as Chains from '../../src/treasury/audit/chainCheck.ts';
import { anchorOf } from '../../src/treasury/audit/anchorFile.ts';
import type * as Batches from '../../src/treasury/batches/readBatch.ts';
import type * as Entries from '../../src/treasury/book/entryProblems.ts';
import type { AddressEntry } from '../../src/model/addressEntry.ts';
import { aMove } from '../treasury/approvals/moves.ts';
import { approval, signer, termsOf } from '../treasury/approvals/people.ts';
import { AT, auditRows } from '../treasury/audit/rows.ts';
import { ADDRESS } from '../treasury/batches/builders.ts';
import type { Attack, Target } from './attack.ts';
import type { Copy, Guard } from './copies.ts';

const APPROVAL = 'src/treasury/approvals/approvalRefusal.ts';
const EXPIRED: Guard = [APPROVAL, 'if (expiresAt === undefined || at < expiresAt) return undefined;', 'if (at > 0) return undefined;'];
const KNOWN: Guard = [APPROVAL, 'if (!Object.hasOwn(people, person)) return', "if (person === '') return"];
const INITIATOR: Guard = [
  APPROVAL,
  'if (owners.includes(initiator) || person === initiator || askedWith.includes(key))',
  "if (initiator === '')",
];
const NO_OWNER: Guard = [APPROVAL, 'if (owners.length === 0) return', 'if (owners.length < 0) return'];
const NOT_OWNER: Guard = [APPROVAL, 'if (!owners.includes(person)) return', "if (person === '') return"];
const TWO_OWNERS: Guard = [APPROVAL, 'if (owners.length > 1) return', 'if (owners.length < 0) return'];
const MEMBER: Guard = [
  APPROVAL,
  'if (needs.some(({ of }) => membersOf(groups, of).includes(person))) return undefined;',
  'return undefined;',
];
const SIGNED: Guard = [
  APPROVAL,
  'return isSignatureOf(subject, key, signature) ? undefined :',
  'return subject !== undefined ? undefined :',
];
const ONE_TEXT: Guard = [
  'src/treasury/approvals/signature.ts',
  "bytes.length !== 64 || bytes.toString('base64') !== signature",
  'bytes.length !== 64',
];
const AMOUNT: Guard = [
  'src/treasury/batches/batchAmount.ts',
  'if (!/^\\d{1,30}(?:\\.\\d{1,40})?$/.test(text)) return faultOf(text);',
  "text = text.replaceAll(/[^\\d.]/g, '');",
];
const HIDDEN: Guard = ['src/treasury/batches/cellReader.ts', 'if (at < 0) return;', 'return;'];
const SURPLUS: Guard = ['src/treasury/batches/lineProblem.ts', 'if (surplus > 0) {', 'if (surplus < -1e9) {'];
const MISSING: Guard = ['src/treasury/batches/lineProblem.ts', 'if (missing <= 0) return undefined;', 'return undefined;'];
const REPEATED: Guard = ['src/treasury/batches/readBatch.ts', 'if (before === undefined) return [];', 'return [];'];
const BATCH_UTF8: Guard = ['src/treasury/batches/batchText.ts', "new TextDecoder('utf-8', { fatal: true })", "new TextDecoder('utf-8')"];
const BATCH_SIZE: Guard = ['src/treasury/batches/batchText.ts', 'if (bytes.length > MOST_BATCH_BYTES) {', 'if (bytes.length > Infinity) {'];
const CHECKED: Guard = [
  'src/treasury/batches/batchDestination.ts',
  'if (problem !== undefined) cells.refuse(',
  'if (problem === null) cells.refuse(',
];
const EIP55: Guard = ['src/addresses/ethereumAddress.ts', '|| text === withChecksum(digits);', '|| true;'];
const CRC: Guard = ['src/addresses/stellarAddress.ts', '&& sameBytes(bytes.subarray(33), checksumOf(bytes.subarray(0, 33)))', ''];
const VERSIONS: Guard = ['src/addresses/bitcoinAddress.ts', ' && versions.includes(bytes[0]!)', ''];
const PREFIX: Guard = [
  'src/addresses/bitcoinAddress.ts',
  'if (parts?.prefix !== wanted) return false;',
  'if (parts === undefined) return false;',
];
const PROGRAM_BYTES: Guard = [
  'src/addresses/bitcoinAddress.ts',
  'if (version === 0) return program.length === 20 || program.length === 32;',
  'if (version === 0) return true;',
];
const TAG: Guard = ['src/addresses/destinationProblems.ts', 'isTagRequired ? `is required on network ${code}` : undefined', 'undefined'];
const NO_TAG: Guard = [
  'src/addresses/destinationProblems.ts',
  'tagType === undefined ? `must be empty: network ${code} has no tags` : tagFault(tagType, tag)',
  'undefined',
];
const ENTRY = 'src/treasury/book/entryProblems.ts';
const NAME: Guard = [ENTRY, 'filter((text) => !NAME.test(text) || text.trim() !== text)', 'filter(() => false)'];
const SAME_NAME: Guard = [ENTRY, "a.normalize('NFKC').toLowerCase() === b.normalize('NFKC').toLowerCase()", 'a === b'];
const ELSEWHERE: Guard = [ENTRY, '...(alsoElsewhere ? [] : elsewhere),', ''];
const CHAIN = 'src/treasury/audit/chainCheck.ts';
const ROW_HASH: Guard = [CHAIN, 'if (auditHash(row) !== hash) this.#report(', 'if (row === undefined) this.#report('];
const ROW_PLACE: Guard = [CHAIN, 'if (place !== undefined) this.#report(seq, place);', ''];
const CUT: Guard = [CHAIN, 'if (seq > ends) this.#report(', 'if (seq < 0) this.#report('];
const ANCHORED: Guard = [CHAIN, 'if (anchor.hash !== hash) this.#report(', 'if (anchor.seq < 0) this.#report('];

const [anna, bert, dora] = [signer('anna'), signer('bert'), signer('dora')] as const;
const move = aMove();
const subject = subjectOfMove(move);
const groups = { finance: ['anna', 'bert', 'constructor'], owners: ['anna', 'dora'] };
const terms = termsOf([anna, bert, dora], groups, [{ need: 1, of: 'finance' }]);
const now = move.createdAt + 1;
const byBert = approval(subject, bert, now);

/** An approval counts. */
const counts = (what: string, given: typeof byBert, guards: readonly Guard[], over: Partial<typeof terms> = {}): Attack => [
  `an approval ${what}`,
  async (copy) => {
    const { approvalRefusal } = await copy.load<typeof Refusals>(APPROVAL);
    return approvalRefusal(given, subject, { ...terms, ...over }) === undefined;
  },
  ...guards,
];

const HEADING = 'currency,network,address,amount,reference';
const line = (over: { readonly address?: string; readonly amount?: string; readonly reference?: string } = {}): string => {
  const { address = ADDRESS, amount = '0.5', reference = 'INV-1' } = over;
  return `BTC,BTC,${address},${amount},${reference}`;
};

/** A file of payments is taken as it is. */
const pays = (what: string, file: string | Uint8Array, ...guards: Guard[]): Attack => [
  `a batch ${what}`,
  async (copy) => {
    const { readBatch } = await copy.load<typeof Batches>('src/treasury/batches/readBatch.ts');
    try {
      const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file;
      const { problems, rows } = readBatch(bytes, { book: new Map(), now: AT });
      return problems.length === 0 && rows.length > 0;
    } catch {
      return false;
    }
  },
  ...guards,
];

/** Something is taken for an address to which money can be sent. */
const goes = (what: string, network: string, address: string, tag: string | undefined, ...guards: Guard[]): Attack => [
  what,
  async (copy) => {
    const { checkAddress } = await copy.load<typeof Checks>('src/addresses/checkAddress.ts');
    return checkAddress(network, address, tag) === undefined;
  },
  ...guards,
];

const ETHEREUM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const STELLAR = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ';

const entered = (what: string, name: string, network: string, alsoThere: Partial<AddressEntry>, ...guards: Guard[]): Attack => [
  `an entry ${what}`,
  async (copy: Copy) => {
    const { entryFindings } = await copy.load<typeof Entries>(ENTRY);
    const destination = { currency: 'ETH', network, address: ETHEREUM, tag: undefined };
    const other = { name: 'ACME', labels: [], destination: { currency: 'BTC', network: 'BTC', address: ADDRESS, tag: undefined } };
    const book = [{ ...other, ...alsoThere } as unknown as AddressEntry];
    return entryFindings({ name, labels: [], destination, beneficiary: undefined }, book, AT, false).problems.length === 0;
  },
  ...guards,
];

const rows = auditRows(9);
const head = anchorOf(rows.at(-1)!, AT);

/** An audit log that was tampered with passes for a whole one. */
const passes = (what: string, list: readonly AuditRow[], ...guards: Guard[]): Attack => [
  `an audit log ${what}`,
  async (copy) => {
    const { ChainCheck } = await copy.load<typeof Chains>(CHAIN);
    const check = new ChainCheck([head]);
    for (const row of list) check.add(row);
    return check.end().length === 0;
  },
  ...guards,
];

const second = signer('anna');
const ATTACKS: readonly Attack[] = [
  counts('after its time', { ...approval(subject, bert, move.expiresAt! + 1) }, [EXPIRED]),
  counts('by who has asked', approval(subject, anna, now), [INITIATOR]),
  counts('by who has asked, with a second key', approval(subject, second, now), [INITIATOR], {
    people: { ...terms.people, anna: { keys: [anna.key, second.key] } },
  }),
  counts('by who has asked, in the name of somebody else', { ...approval(subject, anna, now), person: 'bert' }, [INITIATOR, NOT_OWNER]),
  counts('by somebody whom only an object knows', { ...approval(subject, bert, now), person: 'constructor' }, [KNOWN, NOT_OWNER]),
  counts('with a key that was taken out of the policy', byBert, [NO_OWNER, NOT_OWNER], {
    people: { ...terms.people, bert: { keys: [signer('bert').key] } },
  }),
  counts('with the key of somebody else', { ...approval(subject, dora, now), person: 'bert' }, [NOT_OWNER]),
  counts('with a key that two people have', byBert, [TWO_OWNERS], { people: { ...terms.people, dora: { keys: [bert.key] } } }),
  counts('by somebody of another group', approval(subject, dora, now), [MEMBER]),
  counts('of another move', approval(subjectOfMove(aMove({ id: 'W-01J000000000000000000000AC' })), bert, now), [SIGNED]),
  counts('of the same move with another amount', approval(subjectOfMove(aMove({ rows: [] })), bert, now), [SIGNED]),
  counts('under another version of the policy', approval({ ...subject, policyVersion: 2 }, bert, now), [SIGNED]),
  counts('that was signed for something else', approval({ ...subject, purpose: 'policy' }, bert, now), [SIGNED]),
  counts('with no signature', { ...byBert, signature: '' }, [SIGNED]),
  counts('with a signature in a second writing, which would count as another', { ...byBert, signature: `${byBert.signature} ` }, [
    ONE_TEXT,
  ]),

  pays('with an amount of 1,234 that may mean two', `${HEADING}\n${line({ amount: '"1,234"' })}`, AMOUNT),
  pays('with an amount that takes money', `${HEADING}\n${line({ amount: '-5' })}`, AMOUNT),
  pays('with an amount with an exponent', `${HEADING}\n${line({ amount: '1E5' })}`, AMOUNT),
  pays('with a character in a reference that nobody sees', `${HEADING}\n${line({ reference: 'INV\u200b-1' })}`, HIDDEN),
  pays('with a reference from right to left', `${HEADING}\n${line({ reference: '\u202e1-VNI' })}`, HIDDEN),
  pays('with a cell more than its heading', `${HEADING}\n${line()},9`, SURPLUS),
  pays('whose line ends before its tag, as if it had been cut off', `${HEADING},tag\nBTC,BTC,${ADDRESS},0.5\n`, MISSING),
  pays('with one payment twice', `${HEADING}\n${line()}\n${line()}`, REPEATED),
  pays('with an address in which one letter was changed', `${HEADING}\n${line({ address: ADDRESS.replace('qw508', 'qw509') })}`, CHECKED),
  pays('of bytes that are no text', Buffer.from(`${HEADING}\n${line({ reference: '\xff' })}`, 'latin1'), BATCH_UTF8),
  pays('of 9 MB', `${HEADING}\n${line({ reference: `INV-1${' '.repeat(9_000_000)}` })}`, BATCH_SIZE),

  goes('an address of Ethereum with one letter in the other case', 'ETH', ETHEREUM.replace('5aA', '5aa'), undefined, EIP55),
  goes('an address of Stellar with another end', 'XLM', `${STELLAR.slice(0, -1)}A`, 'memo', CRC),
  goes('an address of Dogecoin on Bitcoin', 'BTC', 'DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L', undefined, VERSIONS),
  goes('an address of the test network on Bitcoin', 'BTC', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', undefined, PREFIX),
  goes('a witness program of a length that nobody can spend', 'BTC', 'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P', undefined, PROGRAM_BYTES),
  goes('an exchange on Stellar without the memo that says whose it is', 'XLM', STELLAR, undefined, TAG),
  goes('a tag on a network that loses it', 'ETH', ETHEREUM, '77', NO_TAG),

  entered('whose name has a line of its own', 'ACME\nGmbH', 'ETH', {}, NAME),
  entered('whose name is written from right to left', 'A\u202eEMC', 'ETH', {}, NAME),
  entered('that looks like another by its name', 'ＡＣＭＥ', 'ETH', {}, SAME_NAME),
  entered(
    'with the address of another on a second network',
    'Other',
    'BNB',
    { destination: { currency: 'ETH', network: 'ETH', address: ETHEREUM, tag: undefined } },
    ELSEWHERE,
  ),

  passes('in which a row was edited', rows.with(8, { ...rows[8]!, who: 'bert' }), ROW_HASH),
  passes('in which a row is missing', rows.toSpliced(3, 1), ROW_PLACE),
  passes('in which two rows have changed places', [...rows.slice(0, 3), rows[4]!, rows[3]!, ...rows.slice(5)], ROW_PLACE),
  passes('whose end was cut off', rows.slice(0, 5), CUT),
  passes(
    'whose last row was written anew',
    [...rows.slice(0, 8), auditRows(9, () => ({ evidence: 'forged' })).at(-1)!],
    ANCHORED,
    ROW_PLACE,
  ),
];

export const TREASURY: Target = { name: 'approvals, addresses, batches and audit log', attacks: ATTACKS };
