import { option } from './command.ts';
import { textValue } from './values.ts';

export const KEY_FILE = option('--key <file>', 'your private key, with which it is signed (else SLUICE_SIGNING_KEY)', textValue);
