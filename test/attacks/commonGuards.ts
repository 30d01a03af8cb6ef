import type { Guard } from './copies.ts';

/** Guards that keep attacks out in several places. */
export const TWICE: Guard = ['src/base/jsonReader.ts', 'throw this.#error(`the key ${shown(key)} stands twice`, start);', ';'];
export const DEEP: Guard = ['src/base/jsonReader.ts', 'if (++this.#depth > MAX_JSON_DEPTH) throw', 'if (++this.#depth > Infinity) throw'];
export const OWN_PROTO: Guard = ['src/base/jsonReader.ts', "if (key === '__proto__') Object", "if (key === '') Object"];
export const UTF8: Guard = ['src/base/utf8.ts', "new TextDecoder('utf-8', { fatal: true })", "new TextDecoder('utf-8')"];
export const DIGITS: Guard = [
  'src/base/decimal.ts',
  'if (text.length > LONGEST_DECIMAL || !DECIMAL_TEXT.test(text)) return undefined;',
  '',
];
export const REDACTED: Guard = ['src/base/redacted.ts', 'if (remembered === since || text.length < WINDOW) return text;', 'return text;'];
export const SIZE: Guard = ['src/base/json.ts', 'value.isFinite() && value.e <= 60 && value.e >= -60 ?', 'value.isFinite() ?'];
