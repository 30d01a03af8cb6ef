import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { namedFile } from '../base/namedFile.ts';
import { Fault } from '../base/fault.ts';
import type { Approval } from '../model/approval.ts';
import type { Shell } from './shell.ts';

const words = z.string().min(1).max(1000);
const schema = z.strictObject({ person: words, key: words, signature: words, at: z.int() });

const ADVICE = 'name a file that `sluice treasury policy sign` wrote';

/** Reads a signature that a command wrote. Throws a `Fault` `usage` when the file holds none. */
export function readApproval(shell: Shell, file: string): Approval {
  const text = namedFile(`the signature ${file} can't be read`, () => readFileSync(resolve(shell.cwd, file), 'utf8'), ADVICE);
  try {
    return schema.parse(JSON.parse(text));
  } catch (error) {
    throw new Fault('usage', `${file} holds no signature`, {
      cause: error,
      suggestion: ADVICE,
    });
  }
}
