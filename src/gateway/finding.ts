/**
 * What one complete reading of the lists says of an unknown outcome: it is `settled`, there is `nothing` of it, or there is
 * something that may be it, or several things, which proves neither.
 */
export type Finding = 'settled' | 'nothing' | 'unclear';
