/** The name under which a person's orders are kept. */
export const OPERATOR = 'operator';
