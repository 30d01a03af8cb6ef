/**
 * What one complete reading of the lists says of an unknown outcome: it is `settled`, there is `nothing` of it, or there are several
 * things that could be it, which proves neither.
 */
export type Finding = 'settled' | 'nothing' | 'unclear';
