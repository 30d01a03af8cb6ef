import { Fault } from '../base/fault.ts';
import { type RefusalAnswer, refusalSentence } from './answer.ts';

/** What was made, or the venue's refusal as a `Fault` for whoever plays the world around it. */
export function orFault<T extends object>(made: T | RefusalAnswer): T {
  if ('type' in made) throw new Fault('usage', refusalSentence(made));
  return made;
}
