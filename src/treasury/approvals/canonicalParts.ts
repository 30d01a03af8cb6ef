import { z } from 'zod';
import type { Beneficiary, Destination } from '../../model/move.ts';

/** A destination in a canonical text: its members in a fixed order, null for a tag that is not given. */
export function canonicalDestination({ currency, network, address, tag }: Destination): Record<keyof Destination, string | null> {
  return { currency, network, address, tag: tag ?? null };
}

export function canonicalBeneficiary(beneficiary: Beneficiary | undefined): Beneficiary | null {
  if (beneficiary === undefined) return null;
  const { firstName, lastName, countryOfBirthCode, dateOfBirth } = beneficiary;
  return { firstName, lastName, countryOfBirthCode, dateOfBirth };
}

/** What `null` stands for in a canonical text. */
export function optional<T extends z.ZodType>(schema: T): z.ZodType<z.output<T> | undefined> {
  return schema.nullable().transform((value) => value ?? undefined);
}

export const DESTINATION = z.strictObject({
  currency: z.string(),
  network: z.string(),
  address: z.string(),
  tag: optional(z.string()),
});

export const BENEFICIARY = z.strictObject({
  firstName: z.string(),
  lastName: z.string(),
  countryOfBirthCode: z.string(),
  dateOfBirth: z.string(),
});
