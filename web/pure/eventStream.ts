/** One message of a stream of server-sent events. */
export interface StreamMessage {
  readonly event: string;
  readonly data: string;
  /** The number under which the stream goes on after it; undefined when it has none. */
  readonly id: string | undefined;
}

/** A message that never ends is none. */
const MOST_CHARACTERS = 8_000_000;

/** Reads a stream of server-sent events piece by piece. Give it each piece; it gives back the messages that are whole by then. */
export function eventStreamReader(): (piece: string) => readonly StreamMessage[] {
  let rest = '';
  return (piece) => {
    rest += piece;
    const blocks = rest.split(/\r\n\r\n|\n\n|\r\r/);
    rest = blocks.pop()!;
    if (rest.length > MOST_CHARACTERS) throw new Error('a message of the daemon has no end');
    return blocks.flatMap((block) => messageOf(block) ?? []);
  };
}

/** Undefined for a block without data, such as a comment. */
function messageOf(block: string): StreamMessage | undefined {
  const fields = block.split(/\r\n|\n|\r/).map((line): readonly [string, string] => {
    const colon = line.indexOf(':');
    return colon < 0 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')];
  });
  const data = fields.filter(([name]) => name === 'data').map(([, value]) => value);
  if (data.length === 0) return undefined;
  const last = (wanted: string): string | undefined => fields.findLast(([name]) => name === wanted)?.[1];
  return { event: last('event') ?? 'message', data: data.join('\n'), id: last('id') };
}
