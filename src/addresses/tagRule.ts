/** What tells payments to one address apart: the tag of XRP, the memo of Stellar, the note of Algorand (000 Network). */
export type TagType = 'Tag' | 'Memo' | 'Note';

const MEMO_BYTES = 28;
const NOTE_BYTES = 1024;

/** What is wrong with a tag of this type, or undefined. XRP has 32-bit numbers, Stellar short texts, and Algorand longer ones. */
export function tagFault(type: TagType, tag: string): string | undefined {
  switch (type) {
    case 'Tag':
      return /^(?:0|[1-9]\d{0,9})$/.test(tag) && Number(tag) < 2 ** 32 ? undefined : 'must be a whole number below 4294967296';
    case 'Memo':
      return bytesOf(tag) <= MEMO_BYTES ? undefined : `must have at most ${MEMO_BYTES} bytes`;
    case 'Note':
      return bytesOf(tag) <= NOTE_BYTES ? undefined : `must have at most ${NOTE_BYTES} bytes`;
  }
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
