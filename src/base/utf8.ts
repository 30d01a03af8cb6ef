const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** The text of UTF-8 bytes, without a byte order mark. Throws `SyntaxError` when they are not UTF-8. */
export function textOfUtf8(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes);
  } catch (error) {
    throw new SyntaxError('the bytes are not UTF-8 text', { cause: error });
  }
}
