import { z } from 'zod';
import { stringifyJson } from '../base/json.ts';
import { fastShapeOf } from '../client/fastShape.ts';
import { fastWrite } from '../client/fastWriter.ts';

/** Writes a reply by the row's schema; the quick way where the schema is a plain one, byte for byte the same. Throws when it does not fit. */
export function replyEncoder(schema: z.ZodType): (value: unknown) => string {
  const exactly = (value: unknown): string => stringifyJson(z.encode(schema, value));
  const shape = fastShapeOf(schema);
  return shape === undefined ? exactly : (value) => fastWrite(shape, value) ?? exactly(value);
}
