import { isAscii } from 'node:buffer';
import { z } from 'zod';
import { parseJson } from '../base/json.ts';
import { textOfUtf8 } from '../base/utf8.ts';
import { decodeSafely } from '../contract/decodeSafely.ts';
import { fastRead } from './fastReader.ts';
import { fastShapeOf } from './fastShape.ts';

/** Reads the body of a reply. Throws an `Error` that says where it differs from what the row promises. */
export type ReplyDecoder = (body: Uint8Array) => unknown;

/** The decoder of a row's reply schema. */
export function replyDecoderOf(schema: z.ZodType): ReplyDecoder {
  // The specification does not show this body, so anything is accepted.
  if (schema instanceof z.ZodUnknown) return () => undefined;
  const shape = fastShapeOf(schema);
  if (shape === undefined) return (body) => decodeExactly(schema, textOf(body));
  return (body) => {
    const text = textOf(body);
    return fastRead(shape, text) ?? decodeExactly(schema, text);
  };
}

/** The path for every reply that is out of the ordinary: the exact parser, then the schema. */
export function decodeExactly(schema: z.ZodType, text: string): unknown {
  const result = decodeSafely(schema, parseJson(text));
  if (!result.success) throw new Error(issueText(result.error));
  return result.data;
}

function textOf(body: Uint8Array): string {
  if (!isAscii(body)) return textOfUtf8(body);
  return (Buffer.isBuffer(body) ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength)).toString('latin1');
}

function issueText(error: z.ZodError): string {
  const { path, message } = error.issues[0]!;
  const more = error.issues.length > 1 ? ` (and ${error.issues.length - 1} more)` : '';
  return `${path.length === 0 ? 'the reply' : path.join('.')}: ${message}${more}`;
}
