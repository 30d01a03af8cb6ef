import type { TellTrouble } from './tellTrouble.ts';

/** How what people are told stands in the log and in the messages: its level, the stable name of its event, and what begins or ends with it. */
export interface News {
  readonly level: 'info' | 'warn' | 'error';
  readonly event: string;
  readonly begins?: readonly string[];
  readonly ends?: readonly string[];
}

/** Tells people what happens. Without `news` it is a trouble that stands by itself. */
export type TellNews = (message: string, news?: News) => void;

/** The same for what tells of troubles alone, under the names and levels of a daemon. */
export function tellsTrouble(tell: TellNews): TellTrouble {
  return (message, about, isOver = false) => {
    const names = about === undefined ? [] : [about];
    tell(message, isOver ? { level: 'info', event: 'trouble-over', ends: names } : { level: 'warn', event: 'trouble', begins: names });
  };
}
