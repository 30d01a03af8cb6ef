import type { PageLanguage } from '../pages/pageLanguage.ts';

/** What the payment page says, in one language. */
export interface PageWords {
  readonly payment: string;
  readonly customer: string;
  readonly status: string;
  readonly amount: string;
  /** The currency goes in the place of `{}`. */
  readonly minorUnits: string;
  readonly pay: string;
  readonly fail: string;
  readonly badAmount: string;
  /** The status goes in the place of `{}`. */
  readonly decided: string;
  readonly gone: string;
}

const WORDS: Readonly<Record<PageLanguage, PageWords>> = {
  en: {
    payment: 'Payment',
    customer: 'Customer',
    status: 'Status',
    amount: 'Amount',
    minorUnits: 'minor units of {}',
    pay: 'Pay',
    fail: 'Fail',
    badAmount: 'The amount must be a whole number of minor units above 0.',
    decided: 'This payment is {} already.',
    gone: 'There is nothing behind this link any more.',
  },
  de: {
    payment: 'Zahlung',
    customer: 'Kunde',
    status: 'Status',
    amount: 'Betrag',
    minorUnits: 'kleinste Einheiten von {}',
    pay: 'Zahlen',
    fail: 'Scheitern lassen',
    badAmount: 'Der Betrag muss eine ganze Zahl kleinster Einheiten über 0 sein.',
    decided: 'Diese Zahlung ist schon {}.',
    gone: 'Hinter diesem Link ist nichts mehr.',
  },
  es: {
    payment: 'Pago',
    customer: 'Cliente',
    status: 'Estado',
    amount: 'Importe',
    minorUnits: 'unidades mínimas de {}',
    pay: 'Pagar',
    fail: 'Hacer fallar',
    badAmount: 'El importe debe ser un número entero de unidades mínimas mayor que 0.',
    decided: 'Este pago ya está {}.',
    gone: 'Ya no hay nada detrás de este enlace.',
  },
  fr: {
    payment: 'Paiement',
    customer: 'Client',
    status: 'État',
    amount: 'Montant',
    minorUnits: 'unités minimales de {}',
    pay: 'Payer',
    fail: 'Faire échouer',
    badAmount: 'Le montant doit être un nombre entier d’unités minimales supérieur à 0.',
    decided: 'Ce paiement est déjà {}.',
    gone: 'Il n’y a plus rien derrière ce lien.',
  },
};

export function pageWords(language: PageLanguage): PageWords {
  return WORDS[language];
}
