/**
 * The header in which a page sends the key of its session. A browser gives the cookie to every port of the host; the key is kept by the page,
 * and no other port can read it.
 */
export const SESSION_KEY_HEADER = 'x-sluice-key';
