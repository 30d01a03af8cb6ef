/**
 * What a stranger's text may not do to whoever shows it: control characters (C0, C1), which drive a terminal; line separators,
 * which forge lines; marks that turn the direction of writing or are not seen at all; tags; halves of characters.
 */
const HARMFUL =
  // oxlint-disable-next-line no-control-regex -- these are the characters to be kept out
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|\p{Surrogate}/gu;

/** A text on one line, in which nothing harmful is left. */
export function plainLine(text: string): string {
  return text.replace(HARMFUL, ' ');
}

/**
 * A text of several lines, in which what is harmful is written out, as `\u202e`: in JSON that means the same. Line breaks and tabs
 * stay. `isOurs` lets sequences pass that we have made ourselves.
 */
export function visibleText(text: string, isOurs?: RegExp): string {
  if (isOurs === undefined) return writtenOut(text);
  let result = '';
  let done = 0;
  for (const { index, 0: sequence } of text.matchAll(isOurs)) {
    result += writtenOut(text.slice(done, index)) + sequence;
    done = index + sequence.length;
  }
  return result + writtenOut(text.slice(done));
}

function writtenOut(text: string): string {
  return text.replace(HARMFUL, (found, at: number) => {
    const isLine = found === '\n' || found === '\t' || (found === '\r' && text[at + 1] === '\n');
    return isLine ? found : written(found);
  });
}

function written(found: string): string {
  return Array.from({ length: found.length }, (_, i) => `\\u${found.charCodeAt(i).toString(16).padStart(4, '0')}`).join('');
}

/**
 * A cell of CSV (RFC 4180). A text that a spreadsheet would take for a formula gets an apostrophe in front, and so does what stands behind a
 * semicolon in it: where a comma is the decimal mark, that is what stands between cells.
 */
export function csvCell(text: string): string {
  const plain = plainLine(text).replaceAll(/;(\s*)(?=[=+\-@])/g, ";$1'");
  return csvQuoted(/^\s*[=+\-@]/.test(plain) ? `'${plain}` : plain);
}

/** A cell whose text is a number of ours, or a heading. */
export function csvQuoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
