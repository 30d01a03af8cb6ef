import { contract } from '../contract/contract.ts';
import type { InterfaceName } from '../contract/operation.ts';
import type { Ask } from '../treasury/payments/ask.ts';
import { decodedAsk } from '../treasury/payments/decodedAsk.ts';
import { confirm } from './confirm.ts';
import type { InterfaceDoor } from './door.ts';
import { assertMayChange, withInterface } from './interfaceDoor.ts';
import type { Shell } from './shell.ts';

/** An interface of the venue for a command of its own: the same door as that of `sluice api`, with decoded replies. */
export interface Asking<Name extends InterfaceName> {
  readonly ask: Ask<Name>;
  /** Asks a person before something changes at the venue, as every command does: `--yes` answers it, and a venue elsewhere needs `--live`. */
  readonly agree: (question: string) => Promise<void>;
}

/** Runs `use` with an interface, through a running daemon where there is one. Rejects as `withInterface` does. */
export function askInterface<Name extends InterfaceName, T>(
  shell: Shell,
  name: Name,
  use: (asking: Asking<Name>) => Promise<T>,
): Promise<T> {
  return withInterface(shell, name, (door) =>
    use({
      ask: askThrough(shell, door, name),
      agree: async (question) => {
        assertMayChange(shell, door);
        await confirm(shell, question);
      },
    }),
  );
}

function askThrough<Name extends InterfaceName>(shell: Shell, door: InterfaceDoor, name: Name): Ask<Name> {
  return decodedAsk(name, async (operation, params) => {
    const changes = contract[name][operation]!.repeat !== 'read';
    if (changes) assertMayChange(shell, door);
    return (await door.send({ interface: name, operation, params }, changes)).bytes;
  });
}
