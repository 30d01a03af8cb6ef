import { option } from './command.ts';
import { textValue } from './values.ts';

export const PASSPHRASE_FILE = option('--passphrase-file <file>', 'its first line is the passphrase (else it is asked for)', textValue);
