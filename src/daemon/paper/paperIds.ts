import type { Instant } from '../../base/instant.ts';
import type { Command } from '../../model/command.ts';
import type { Report } from '../../model/event.ts';

const DIGITS = 6;

/** When the life began that an order or an execution of a paper account is of. Undefined for what can't be such an id. */
export function lifeOfPaper(id: string): Instant | undefined {
  const [, life] = /^(\d{13})\d{6,}(?:\.\d+)?$/.exec(id) ?? [];
  return life === undefined ? undefined : Number(life);
}

/**
 * Ids of the paper account. The fill model counts its orders from 1 in each life. Here the start of the life is put in front, so
 * that no two orders in an account's history have the same id.
 */
export class PaperIds {
  readonly #life: string;

  constructor(startedAt: Instant) {
    this.#life = String(startedAt);
  }

  /** The command with the model's ids. */
  inward(command: Command): Command {
    return 'orderId' in command ? { ...command, orderId: this.#inner(command.orderId) } : command;
  }

  /** The report with the account's ids. */
  outward(report: Report): Report {
    switch (report.type) {
      case 'order-opened':
      case 'cancel-accepted':
      case 'cancel-failed':
      case 'order-closed':
        return { ...report, orderId: this.#outer(report.orderId) };
      case 'order-replaced':
        return { ...report, orderId: this.#outer(report.orderId), newOrderId: this.#outer(report.newOrderId) };
      case 'fill': {
        const [order, execution] = report.fill.id.split('.');
        const orderId = this.#outer(report.fill.orderId);
        return { ...report, fill: { ...report.fill, orderId, id: `${this.#outer(order!)}.${execution}` } };
      }
      case 'converted':
        return {
          ...report,
          conversion: { ...report.conversion, id: `${this.#life}${report.conversion.id.replace(/\D/g, '').padStart(DIGITS, '0')}` },
        };
      default:
        return report;
    }
  }

  #outer(id: string): string {
    return this.#life + id.padStart(DIGITS, '0');
  }

  /** An id of another life, or of nobody, stays as it is. The model does not know it either. */
  #inner(id: string): string {
    return id.startsWith(this.#life) ? id.slice(this.#life.length).replace(/^0+/, '') : id;
  }
}
