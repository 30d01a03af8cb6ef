import { Fault, messageOf } from '../../base/fault.ts';
import { replyDecoderOf } from '../../client/replyDecoder.ts';
import { contract } from '../../contract/contract.ts';
import type { InterfaceName } from '../../contract/operation.ts';
import type { Ask, Texts } from './ask.ts';

/** An interface that answers with bytes, whose replies are decoded. One that can't be read is a `Fault` `unreadable-reply`. */
export function decodedAsk<Name extends InterfaceName>(
  name: Name,
  send: (operation: string, params: Texts) => Promise<Uint8Array>,
): Ask<Name> {
  const ask = async (operation: string, params: Texts): Promise<unknown> => {
    const bytes = await send(operation, params);
    try {
      return replyDecoderOf(contract[name][operation]!.reply.body)(bytes);
    } catch (error) {
      throw new Fault('unreadable-reply', `${name}.${operation}: the reply can't be read: ${messageOf(error)}`, { cause: error });
    }
  };
  return ask as Ask<Name>;
}
