import { messageOf } from '../../base/fault.ts';

/**
 * Does what is only there to be looked at. What it throws is told and goes no further: a display that fails must not end the trading that it
 * shows. The same failure is told once.
 */
export function harmless(what: string, tell: (message: string) => void): (work: () => void) => void {
  let told: string | undefined;
  return (work) => {
    try {
      work();
    } catch (error) {
      const message = `${what} failed, and nothing else: ${messageOf(error)}`;
      if (message !== told) tell(message);
      told = message;
    }
  };
}
