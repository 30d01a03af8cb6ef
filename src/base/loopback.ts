/** Whether the host name of a URL is this machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || isLoopbackAddress(hostname);
}

/** Whether the address of a socket belongs to this machine. */
export function isLoopbackAddress(address: string | undefined): boolean {
  return address !== undefined && /^(?:::1|(?:::ffff:)?127(?:\.\d{1,3}){3})$/.test(address);
}

/**
 * Whether data sent to an address stays secret: it goes over TLS, or does not leave this machine. Requests in the clear would
 * show the key to everybody on the way, who could read and repeat what is sent.
 */
export function keepsSecrets({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || isLoopback(hostname);
}
