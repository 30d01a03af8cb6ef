import { int } from '../wire.ts';

/** `page` and `count` of a list (000 Common conventions 6). */
export const page = int.refine((value) => value >= 0, 'must be 0 or more');
export const count = int.refine((value) => value >= 1, 'must be 1 or more');
