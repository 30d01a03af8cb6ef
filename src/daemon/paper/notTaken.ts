import type { Command } from '../../model/command.ts';
import type { Report } from '../../model/event.ts';

/** The report on a command that was not accepted: nothing has happened. */
export function notTaken(command: Command, reason: string): Report {
  switch (command.type) {
    case 'cancel':
      return { type: 'cancel-failed', orderId: command.orderId, reason, code: 'refused' };
    case 'request-quote':
      return { type: 'quote-refused', requestId: command.requestId, code: 'canceled', message: reason };
    default:
      return { type: 'intent-not-sent', intentId: command.intentId, kind: command.type, reason, code: 'canceled' };
  }
}
