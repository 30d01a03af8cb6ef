/** Whether a URL's host name is this machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || isLoopbackAddress(hostname);
}

/** Whether an address, as a socket shows it, is of this machine. */
export function isLoopbackAddress(address: string | undefined): boolean {
  return address !== undefined && /^(?:::1|(?:::ffff:)?127(?:\.\d{1,3}){3})$/.test(address);
}

/**
 * Whether what is sent to an address stays secret: it goes over TLS, or does not leave this machine. Whoever signs in the clear
 * shows his key to everybody on the way, and lets them read and repeat what he sends.
 */
export function keepsSecrets({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || isLoopback(hostname);
}
