import { z } from 'zod';
import { isLanguageCode } from '../../base/isoCodes.ts';

/** Two letters of ISO 639-1, in either case. */
export const languageIso2 = z
  .string()
  .refine(isLanguageCode, 'expected a language of two letters, like en (ISO 639-1)')
  .meta({ wire: 'text' });
