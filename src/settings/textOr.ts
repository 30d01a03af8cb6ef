import { z } from 'zod';

/**
 * A value that may be written in two ways: as one text, or as a map or a list. What is wrong with it is told by the schema of the
 * way in which it is written.
 */
export function textOr<T extends z.ZodType, O extends z.ZodType>(about: string, text: T, other: O) {
  return z
    .unknown()
    .transform((input, context): z.output<T> | z.output<O> => {
      if (input === undefined) {
        context.addIssue({ code: 'custom', message: `is missing: ${about}` });
        return z.NEVER;
      }
      const parsed = (typeof input === 'string' ? text : other).safeParse(input);
      if (parsed.success) return parsed.data;
      for (const issue of parsed.error.issues) context.addIssue({ ...issue });
      return z.NEVER;
    })
    .meta({ description: about, inside: other });
}
