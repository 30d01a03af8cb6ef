import { expect, it } from 'vitest';
import { certificateSuggestion } from '../../src/client/certificateSuggestion.ts';

it.each([
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'NODE_EXTRA_CA_CERTS'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'NODE_EXTRA_CA_CERTS'],
  ['CERT_HAS_EXPIRED', 'renewed'],
  ['CERT_NOT_YET_VALID', 'clock'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'name it as its certificate does'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'nobody speaks TLS there'],
])('says of %s what to do', (code, words) => {
  expect(certificateSuggestion(Object.assign(new Error('no'), { code }))).toContain(words);
});

it('says nothing of what is not about a certificate', () => {
  expect(certificateSuggestion(Object.assign(new Error('no'), { code: 'ECONNREFUSED' }))).toBeUndefined();
  expect(certificateSuggestion(undefined)).toBeUndefined();
});
