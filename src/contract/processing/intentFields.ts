import { z } from 'zod';
import { webUrl } from '../webUrl.ts';
import { languageIso2 } from './languageIso2.ts';
import { dateTime, decimal, int, optional, positive, requiredText, text } from '../wire.ts';

/** A uuid, in either case: a flag of the pattern would be lost in the documents, whose patterns have none. */
export const uuid = z
  .string()
  .regex(/^[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$/, 'expected a UUID')
  .meta({ wire: 'text' });

/** How many items are skipped, and how many are taken (001 Limits: 500 at most). */
export const skip = int.refine((value) => value >= 0, 'must be 0 or more');
export const take = int.refine((value) => value >= 1 && value <= 500, 'must be 1 to 500');

/** The conditions for searching intents of either kind. All given ones must hold (001 Endpoints). */
export const intentSearch = z.object({
  id: optional(uuid),
  customOrderId: optional(text),
  accountId: optional(text),
  createdDateFrom: optional(dateTime),
  createdDateTo: optional(dateTime),
  skip: optional(skip),
  take: optional(take),
});

/**
 * The request for a page of the service on which the payer fills in the rest. Only the wanted amount is given (001 Endpoints,
 * v1 forms).
 */
export const pageRequest = z.object({
  currency: requiredText,
  amount: positive,
  customOrderId: optional(text),
  accountId: optional(text),
  callbackUrl: optional(webUrl),
  languageIso2: optional(languageIso2),
});

/** The address of a page. The specification does not show whether it is a text or stands in an object, so both are read. */
export const pageLink = z.union([
  z.codec(z.string().min(1), z.object({ url: z.string() }), { decode: (url) => ({ url }), encode: ({ url }) => url }),
  z.object({ url: z.string().min(1) }),
]);

export const coinNetwork = z.object({
  addressType: optional(text),
  IsTagRequiredForWithdrawals: optional(z.boolean()),
  networkCode: text,
  networkName: optional(text),
  order: optional(int),
});

/** An amount in the record of a retry, or of a conversion into the merchant's currency. */
export const optionalDecimal = optional(decimal);
