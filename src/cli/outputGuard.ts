import { StringDecoder } from 'node:string_decoder';
import { visibleText } from '../base/plainText.ts';
import { hiddenSoFar, redacted } from '../base/redacted.ts';
import type { Io, Output } from './io.ts';

declare const GUARDED: unique symbol;

/** An output that shows no secret and lets no text drive the terminal. Only `guardedIo` makes one. */
export type GuardedOutput = Output & { readonly [GUARDED]: true };

export interface GuardedIo extends Io {
  readonly out: GuardedOutput;
  readonly err: GuardedOutput;
}

/** Colours and weights, as `util.styleText` writes them. Nothing else may stand in a text on a terminal. */
// oxlint-disable-next-line no-control-regex -- a sequence of ours begins with one
const STYLES = /\u001b\[(?:[0-9]|[1-9][0-9]|10[0-7])m/g;
/** Beside them, what redraws: to the beginning of the line, up, and clearing. */
// oxlint-disable-next-line no-control-regex -- as above
const DRAWING = /\r|\u001b\[(?:\d{1,4}A|[02]?[JK]|(?:[0-9]|[1-9][0-9]|10[0-7])m)/g;

const beneath = new WeakMap<GuardedOutput, Output>();

/**
 * The one way by which texts reach a terminal, a pipe or a file that the shell opened. Whatever is written is redacted, and what could
 * drive a terminal is written out. A command is only ever given these outputs.
 */
export function guardedIo(io: Io): GuardedIo {
  const since = hiddenSoFar();
  return {
    ...io,
    out: guardedOutput(io.out, since),
    err: guardedOutput(io.err, since),
    stopSignal: () => io.stopSignal(),
    onKillSignal: (pulled) => io.onKillSignal(pulled),
    onReloadSignal: (asked) => io.onReloadSignal(asked),
    lingerAtMost: (ms) => io.lingerAtMost(ms),
  };
}

/** Writes what redraws a part of the screen: its rows have been made safe one by one. */
export function draw(output: GuardedOutput, text: string): void {
  beneath.get(output)!.write(visibleText(redacted(text), DRAWING));
}

/** A guarded output stays as it is. `since` (`hiddenSoFar`): what was hidden before does not matter here. */
export function guardedOutput(stream: Output, since = 0): GuardedOutput {
  if (beneath.has(stream as GuardedOutput)) return stream as GuardedOutput;
  // Bytes may end within a character.
  const decoder = new StringDecoder('utf8');
  const styles = stream.isTTY === true ? STYLES : undefined;
  const write = (chunk: string | Uint8Array, ...rest: []): boolean => {
    const text = typeof chunk === 'string' ? chunk : decoder.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    return stream.write(visibleText(redacted(text, since), styles), ...rest);
  };
  const output = new Proxy(stream, {
    get(target, name) {
      if (name === 'write') return write;
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  }) as GuardedOutput;
  beneath.set(output, stream);
  return output;
}
