import { Fault } from '../base/fault.ts';
import type { SealWords } from './sealFile.ts';

/** The server has nothing yet, and the file that was sealed is where it was. */
export function neverMoved(file: string, { what }: SealWords): Fault {
  return new Fault('journal-incomplete', `the ${what} is ${file}, and was never moved to the server that \`store\` names`, {
    suggestion: `while nothing runs: \`sluice store copy ${file} 'postgres://…'\` with the address of \`store\`. To stay with the file, take \`store\` out of the configuration`,
  });
}
