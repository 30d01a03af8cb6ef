import { fileURLToPath } from 'node:url';
import { readSources, type Source } from '../tidy/source.ts';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A fenced block of a document. */
export interface Block {
  /** From the root of the checkout: `docs/paper.md`. */
  readonly page: string;
  /** The page and the heading that it stands under: `docs/treasury.md#First steps`. */
  readonly place: string;
  readonly line: number;
  /** Empty when the fence names none. */
  readonly language: string;
  readonly text: string;
  /** The file that the page tells to save it as: the line before the block ends with its name, "… as `first.ts`:". */
  readonly file: string | undefined;
}

/** Decisions tell of their day, and the reference is made from the contract: their tests prove both. */
const ELSEWHERE = /^docs\/(?:decisions|reference)\//;

/** The blocks of README.md and of what is below docs/. */
export function documentedBlocks(sources: readonly Source[]): readonly Block[] {
  const documents = sources.filter(({ path }) => path === 'README.md' || (/^docs\/.*\.md$/.test(path) && !ELSEWHERE.test(path)));
  return documents.flatMap(({ path, text }) => blocksOf(path, text));
}

export function allBlocks(): readonly Block[] {
  return documentedBlocks(readSources(ROOT));
}

/** The blocks of one document, without the indentation of a list that they stand in. */
export function blocksOf(page: string, text: string): Block[] {
  const blocks: Block[] = [];
  let heading = '';
  let before = '';
  let isList = false;
  let open: { readonly indent: string; readonly fence: string; readonly block: Omit<Block, 'text'>; readonly lines: string[] } | undefined;
  for (const [at, line] of text.split('\n').entries()) {
    const [, indent = '', fence, language = ''] = /^( *)(```+|~~~+) *(\w*) *$/.exec(line) ?? [];
    if (open !== undefined) {
      if (fence === open.fence && language === '') {
        blocks.push({ ...open.block, text: `${open.lines.join('\n')}\n` });
        open = undefined;
        before = '';
      } else open.lines.push(line.startsWith(open.indent) ? line.slice(open.indent.length) : line);
    } else if (fence !== undefined) {
      const block = { page, place: `${page}#${heading}`, line: at + 1, language, file: fileIn(before) };
      open = { indent, fence, block, lines: [] };
    } else if (/^ *(?:```|~~~)/.test(line)) throw new Error(`${page}:${at + 1}: a fence takes one word, the language: ${line}`);
    else if (line !== '') {
      if (!line.startsWith(' ')) isList = /^(?:[-*]|\d+\.) /.test(line);
      if (!isList && line.startsWith('    ')) throw new Error(`${page}:${at + 1}: code is fenced, with its language, and not indented`);
      heading = /^#+ (.+)$/.exec(line)?.[1] ?? heading;
      before = line;
    }
  }
  if (open !== undefined) throw new Error(`${page}:${open.block.line}: this block is never closed`);
  return blocks;
}

function fileIn(line: string): string | undefined {
  return /`([\w./-]+\.\w+)`:$/.exec(line)?.[1];
}

export const isWholeStrategy = ({ language, text }: Block): boolean => language === 'ts' && text.includes('export default strategy(');
