/** What an authority that nobody here trusts is called by Node. */
const UNTRUSTED: ReadonlySet<string> = new Set([
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
]);

/** What to do about a connection that failed for the certificate of the other side. Undefined where it failed for something else. */
export function certificateSuggestion(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (UNTRUSTED.has(code))
    return 'where its authority is one of your own, name the file of that authority in NODE_EXTRA_CA_CERTS; else it may not be who you mean';
  if (code === 'CERT_HAS_EXPIRED') return 'its certificate has to be renewed there; if it has been, set the clock of this machine';
  if (code === 'CERT_NOT_YET_VALID') return 'set the clock of this machine';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'name it as its certificate does; else it may not be who you mean';
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER') return 'nobody speaks TLS there: check port and https:// of the address';
  return undefined;
}
