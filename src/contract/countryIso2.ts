import { z } from 'zod';
import { isCountryCode } from '../base/isoCodes.ts';

/** Two letters of ISO 3166-1, in either case. */
export const countryIso2 = z.string().refine(isCountryCode, 'expected a country code of two letters (ISO 3166)').meta({ wire: 'text' });
