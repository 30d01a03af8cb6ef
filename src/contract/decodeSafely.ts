import { z } from 'zod';

/**
 * Decodes a value from JSON by a schema, whatever the value is. The library's own limits on lengths look at everything that has a
 * member `length`, and throw where that member is an object whose `toString` is no function; such a value does not fit.
 */
export function decodeSafely<T extends z.ZodType>(schema: T, value: unknown): z.ZodSafeParseResult<z.output<T>> {
  try {
    return z.safeDecode(schema, value as z.input<T>);
  } catch (error) {
    if (!(error instanceof TypeError && error.message === NO_PRIMITIVE)) throw error;
    const refused = new z.ZodError([{ code: 'custom', path: [], message: 'a member has a length that is none', input: value }]);
    return { success: false, error: refused as unknown as z.ZodError<z.output<T>> };
  }
}

const NO_PRIMITIVE = 'Cannot convert object to primitive value';
