import { z } from 'zod';
import { parseJson } from '../../../src/base/json.ts';

/** What a schema says about a JSON text: `field: message` for each thing that is wrong with it. */
export function problems(schema: z.ZodType | undefined, json: string): string[] {
  const issues = z.safeDecode(schema!, parseJson(json)).error?.issues ?? [];
  return issues.map((issue) => `${issue.path.join('.')}: ${messageOf(issue)}`);
}

/** Only what is wrong with the value of an optional field matters. */
function messageOf(issue: z.core.$ZodIssue): string {
  return (issue.code === 'invalid_union' ? issue.errors[0]?.[0]?.message : undefined) ?? issue.message;
}
