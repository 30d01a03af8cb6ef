import { styleText } from 'node:util';
import { plainLine } from '../base/plainText.ts';
import { type PaymentTarget, paymentUri } from '../treasury/payments/paymentUri.ts';
import { option, type Parameter } from './command.ts';
import { say, type Shell } from './shell.ts';
import { oneOf } from './values.ts';

export type QrWhen = 'auto' | 'always' | 'never';

/** Whether a QR code is drawn: `auto` on a terminal. */
export const qrOption: Parameter<QrWhen> = option(
  '--qr <when>',
  'draw a QR code of the address: on a terminal, always, or never',
  oneOf('auto', 'always', 'never'),
  'auto',
);

/** The text of the QR code, for the member `uri` of what is printed. */
export function uriOf(target: PaymentTarget): string {
  return paymentUri(target).text;
}

/** Draws the QR code of an address, and says loudly that its tag must not be left out. For people only. */
export async function printPayInstructions(shell: Shell, target: PaymentTarget, when: QrWhen): Promise<void> {
  const { out, options } = shell;
  if (options.output !== 'table') return;
  const { text, holdsTag } = paymentUri(target);
  if (when === 'always' || (when === 'auto' && out.isTTY === true)) {
    const { qrText } = await import('./qrText.ts');
    out.write(`\n${qrText(text, out)}\n`);
  }
  if (target.tag === undefined || target.tag === '') return;
  const code = holdsTag ? '' : ' The QR code does not hold it.';
  const warning = `THE TAG ${plainLine(target.tag)} MUST BE GIVEN WITH THE PAYMENT: what comes without it is not credited.${code}`;
  say(shell, shell.err.isTTY === true ? styleText(['bold', 'red'], warning, { validateStream: false }) : warning);
}
