import type { z } from 'zod';
import { Fault } from '../../base/fault.ts';
import { decodeSafely } from '../../contract/decodeSafely.ts';

/** Reads a value that came from outside. Throws a `Fault` `usage` that names the field. */
export function readBySchema<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const result = decodeSafely(schema, value);
  if (result.success) return result.data;
  const issue = result.error.issues[0]!;
  throw new Fault('usage', `${issue.path.join('.') || 'the request'}: ${issue.message}`);
}
