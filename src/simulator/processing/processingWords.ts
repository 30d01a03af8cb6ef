import type { PageLanguage } from '../pages/pageLanguage.ts';

/** What the pages of the payment service say, in one language. */
export interface ProcessingWords {
  readonly payment: string;
  readonly payout: string;
  readonly refund: string;
  readonly requested: string;
  readonly status: string;
  readonly reason: string;
  readonly amount: string;
  readonly fee: string;
  readonly youGet: string;
  readonly youGetBack: string;
  readonly quoteValidTo: string;
  readonly payCoin: string;
  readonly payWith: string;
  readonly in: string;
  readonly toAddress: string;
  readonly tag: string;
  readonly send: string;
  readonly pay: string;
  readonly proceed: string;
  readonly confirm: string;
  readonly begin: string;
  /** Amount and currency go in the place of the first `{}`, the address in that of the second. */
  readonly onTheirWay: string;
  readonly issued: string;
  readonly notFound: string;
  readonly gone: string;
}

const WORDS: Readonly<Record<PageLanguage, ProcessingWords>> = {
  en: {
    payment: 'Payment',
    payout: 'Payout',
    refund: 'Refund',
    requested: 'Requested',
    status: 'Status',
    reason: 'Reason',
    amount: 'Amount',
    fee: 'Fee',
    youGet: 'You get',
    youGetBack: 'You get back',
    quoteValidTo: 'The quote is valid until',
    payCoin: 'Pay',
    payWith: 'Pay with',
    in: 'In',
    toAddress: 'To the address',
    tag: 'Tag',
    send: 'Send',
    pay: 'Pay',
    proceed: 'Continue',
    confirm: 'Confirm',
    begin: 'Begin',
    onTheirWay: '{} are on their way to {}.',
    issued: 'A refund has already been issued through this link.',
    notFound: 'Not found',
    gone: 'There is nothing behind this link any more.',
  },
  de: {
    payment: 'Zahlung',
    payout: 'Auszahlung',
    refund: 'Rückzahlung',
    requested: 'Verlangt',
    status: 'Status',
    reason: 'Grund',
    amount: 'Betrag',
    fee: 'Gebühr',
    youGet: 'Sie erhalten',
    youGetBack: 'Sie erhalten zurück',
    quoteValidTo: 'Das Angebot gilt bis',
    payCoin: 'Zu zahlen',
    payWith: 'Zahlen mit',
    in: 'In',
    toAddress: 'An die Adresse',
    tag: 'Tag',
    send: 'Senden',
    pay: 'Zahlen',
    proceed: 'Weiter',
    confirm: 'Bestätigen',
    begin: 'Beginnen',
    onTheirWay: '{} sind unterwegs an {}.',
    issued: 'Über diesen Link wurde schon zurückgezahlt.',
    notFound: 'Nicht gefunden',
    gone: 'Hinter diesem Link ist nichts mehr.',
  },
  es: {
    payment: 'Pago',
    payout: 'Desembolso',
    refund: 'Reembolso',
    requested: 'Solicitado',
    status: 'Estado',
    reason: 'Motivo',
    amount: 'Importe',
    fee: 'Comisión',
    youGet: 'Usted recibe',
    youGetBack: 'Se le devuelve',
    quoteValidTo: 'La cotización es válida hasta',
    payCoin: 'A pagar',
    payWith: 'Pagar con',
    in: 'En',
    toAddress: 'A la dirección',
    tag: 'Etiqueta',
    send: 'Enviar',
    pay: 'Pagar',
    proceed: 'Continuar',
    confirm: 'Confirmar',
    begin: 'Empezar',
    onTheirWay: '{} están en camino a {}.',
    issued: 'Ya se ha emitido un reembolso con este enlace.',
    notFound: 'No encontrado',
    gone: 'Ya no hay nada detrás de este enlace.',
  },
  fr: {
    payment: 'Paiement',
    payout: 'Versement',
    refund: 'Remboursement',
    requested: 'Demandé',
    status: 'État',
    reason: 'Raison',
    amount: 'Montant',
    fee: 'Frais',
    youGet: 'Vous recevez',
    youGetBack: 'On vous rend',
    quoteValidTo: 'La cotation est valable jusqu’à',
    payCoin: 'À payer',
    payWith: 'Payer avec',
    in: 'En',
    toAddress: 'À l’adresse',
    tag: 'Étiquette',
    send: 'Envoyer',
    pay: 'Payer',
    proceed: 'Continuer',
    confirm: 'Confirmer',
    begin: 'Commencer',
    onTheirWay: '{} sont en route vers {}.',
    issued: 'Un remboursement a déjà été émis par ce lien.',
    notFound: 'Introuvable',
    gone: 'Il n’y a plus rien derrière ce lien.',
  },
};

export function processingWords(language: PageLanguage): ProcessingWords {
  return WORDS[language];
}
