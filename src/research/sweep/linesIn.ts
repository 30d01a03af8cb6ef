/** The complete lines, one by one, since a file of many trials is too long for one text. */
export function* linesIn(bytes: Buffer): Generator<Buffer> {
  for (let from = 0, end = bytes.indexOf(NEWLINE); end >= 0; from = end + 1, end = bytes.indexOf(NEWLINE, from))
    yield bytes.subarray(from, end);
}

const NEWLINE = 0x0a;
