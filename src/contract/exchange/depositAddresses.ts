import { z } from 'zod';
import { operation } from '../operation.ts';
import { mayBeEmpty, optional, requiredText, text } from '../wire.ts';

const ADDRESS_TYPES = ['Primary', 'Additional', 'UniqueTag'] as const;

export const addressType = z.enum(ADDRESS_TYPES, { error: `expected one of ${ADDRESS_TYPES.join(', ')}` });

/** The form in which a new address is returned (000 Crypto deposit address). */
export const createdAddress = z.object({
  currency: text,
  address: text,
  destinationTag: mayBeEmpty(text),
  destinationTagType: mayBeEmpty(text),
  addressType: text,
  clientTag: mayBeEmpty(text),
});

/** The form in which the list has an address (000 Crypto deposit address). */
export const listedAddress = z.object({
  currency: text,
  networkCode: text,
  address: text,
  destinationTag: mayBeEmpty(text),
  type: text,
  clientTag: mayBeEmpty(text),
});

/** The obsolete form, in which a tag was an additional address. */
export const oldAddress = z.object({
  currency: text,
  address: text,
  additionalAddress: mayBeEmpty(text),
  additionalAddressType: mayBeEmpty(text),
});

const oldListedAddress = z.object({ currency: text, networkCode: text, address: text, additionalAddress: mayBeEmpty(text) });

const OLD_EXAMPLE =
  '{"currency":"XRP","address":"rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh","additionalAddress":"1040027","additionalAddressType":"Tag"}';

/** Addresses to which crypto currency is sent (000 Crypto deposit addresses). */
export const depositAddresses = {
  'depositAddresses.create': operation({
    about: 'Create a deposit address of a currency on a network',
    method: 'POST',
    path: '/v2/deposit-addresses/',
    section: '000 Crypto deposit addresses',
    auth: 'signed',
    // It moves no money, but asking twice may make two addresses.
    repeat: 'never',
    priority: 'account',
    request: {
      body: z
        .object({ currency: requiredText, networkCode: requiredText, addressType, clientTag: optional(text) })
        .superRefine((value, context) => {
          const given = value.clientTag !== undefined && value.clientTag !== '';
          if (value.addressType === 'UniqueTag' && !given) {
            context.addIssue({ code: 'custom', path: ['clientTag'], message: 'is required for a UniqueTag address' });
          }
          if (value.addressType === 'Primary' && given) {
            context.addIssue({ code: 'custom', path: ['clientTag'], message: 'must be empty for a Primary address' });
          }
        }),
    },
    reply: { status: 200, body: createdAddress },
    refusals: [
      { status: 400, code: 'operation-for-currency-not-allowed', when: 'the currency is restricted by regulation' },
      { status: 404, when: 'the currency is not known, or has no networks' },
    ],
    example: {
      request: { currency: 'XRP', networkCode: 'XRP', addressType: 'UniqueTag', clientTag: 'customer-17' },
      reply:
        '{"currency":"XRP","address":"rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh","destinationTag":"1040027","destinationTagType":"Tag","addressType":"UniqueTag","clientTag":"customer-17"}',
    },
  }),
  'depositAddresses.list': operation({
    about: 'Deposit addresses of the account, or whether one address belongs to it',
    method: 'GET',
    path: '/v2/deposit-addresses/',
    section: '000 Crypto deposit addresses',
    auth: 'signed',
    repeat: 'read',
    priority: 'history',
    request: { query: z.object({ address: optional(text), networkCode: optional(text), clientTag: optional(text) }) },
    reply: { status: 200, body: z.array(listedAddress) },
    example: {
      request: { networkCode: 'XRP', clientTag: 'customer-17' },
      reply:
        '[{"currency":"XRP","networkCode":"XRP","address":"rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh","destinationTag":"1040027","type":"UniqueTag","clientTag":"customer-17"}]',
    },
  }),
  'depositAddressesV1.get': operation({
    about: 'The deposit address of a currency on a network',
    method: 'GET',
    path: '/v1/deposit-address/{currency}/{network}',
    section: '000 Crypto deposit addresses',
    auth: 'signed',
    repeat: 'read',
    priority: 'history',
    request: { path: z.object({ currency: requiredText, network: requiredText }) },
    reply: { status: 200, body: oldAddress },
    refusals: [{ status: 404, when: 'there is no such currency or network' }],
    obsolete: 'use depositAddresses.list',
    example: { request: { currency: 'XRP', network: 'XRP' }, reply: OLD_EXAMPLE },
  }),
  'depositAddressesV1.create': operation({
    about: 'Create a deposit address of a currency on a network',
    method: 'POST',
    path: '/v1/deposit-addresses/',
    section: '000 Crypto deposit addresses',
    auth: 'signed',
    repeat: 'never',
    priority: 'account',
    request: { body: z.object({ currency: requiredText, networkCode: requiredText }) },
    reply: { status: 200, body: oldAddress },
    refusals: [
      { status: 400, code: 'operation-for-currency-not-allowed', when: 'the currency is restricted by regulation' },
      { status: 404, when: 'the currency is not known, or has no networks' },
    ],
    obsolete: 'use depositAddresses.create',
    example: { request: { currency: 'XRP', networkCode: 'XRP' }, reply: OLD_EXAMPLE },
  }),
  'depositAddressesV1.list': operation({
    about: 'Deposit addresses of the account',
    method: 'GET',
    path: '/v1/deposit-addresses/',
    section: '000 Crypto deposit addresses',
    auth: 'signed',
    repeat: 'read',
    priority: 'history',
    request: { query: z.object({ address: optional(text), networkCode: optional(text) }) },
    reply: { status: 200, body: z.array(oldListedAddress) },
    obsolete: 'use depositAddresses.list',
    example: {
      request: { networkCode: 'XRP' },
      reply: '[{"currency":"XRP","networkCode":"XRP","address":"rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh","additionalAddress":"1040027"}]',
    },
  }),
} as const;
