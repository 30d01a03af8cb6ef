import { z } from 'zod';
import { instantOf } from '../../base/instant.ts';
import { countryIso2 } from '../countryIso2.ts';
import { optional, requiredText, text } from '../wire.ts';

export const BENEFICIARY_FIELDS = ['firstName', 'lastName', 'countryOfBirthCode', 'dateOfBirth'] as const;

/** Who receives a withdrawal, for the Travel Rule; all four members are required (000 Beneficiary, 000 Withdrawals). */
export const beneficiary = z.object({
  firstName: requiredText,
  lastName: requiredText,
  countryOfBirthCode: countryIso2,
  dateOfBirth: z
    .string()
    .refine((day) => /^\d{4}-\d{2}-\d{2}$/.test(day) && instantOf(`${day}T00:00:00Z`) !== undefined, 'expected a date as YYYY-MM-DD')
    .meta({ wire: 'text' }),
});

/** The beneficiary as the venue returns it. A missing member must not make the rest unreadable. */
export const beneficiaryReply = z.object({
  firstName: optional(text),
  lastName: optional(text),
  countryOfBirthCode: optional(text),
  dateOfBirth: optional(text),
});
