import type { WireMessages } from '../message.ts';

const XRP_ADDRESS = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';
const BTC_ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

export const createAddress: WireMessages = {
  operation: 'depositAddresses.create',
  section: '000 Crypto deposit addresses, POST /v2; 000 Crypto deposit address',
  requests: [
    {
      line: 'POST /v2/deposit-addresses/',
      body: '{"currency":"XRP","networkCode":"XRP","addressType":"UniqueTag","clientTag":"customer-17"}',
      parameters: { currency: 'XRP', networkCode: 'XRP', addressType: 'UniqueTag', clientTag: 'customer-17' },
    },
    {
      line: 'POST /v2/deposit-addresses/',
      body: '{"currency":"BTC","networkCode":"BTC","addressType":"Primary"}',
      parameters: { currency: 'BTC', networkCode: 'BTC', addressType: 'Primary' },
    },
    {
      line: 'POST /v2/deposit-addresses/',
      body: '{"currency":"BTC","networkCode":"BTC","addressType":"Additional"}',
      parameters: { currency: 'BTC', networkCode: 'BTC', addressType: 'Additional' },
    },
  ],
  replies: [
    {
      about: 'a tag of its own',
      status: 200,
      body: `{"currency":"XRP","address":"${XRP_ADDRESS}","destinationTag":"1040027","destinationTagType":"Tag","addressType":"UniqueTag","clientTag":"customer-17"}`,
      says: {
        currency: 'XRP',
        address: XRP_ADDRESS,
        destinationTag: '1040027',
        destinationTagType: 'Tag',
        addressType: 'UniqueTag',
        clientTag: 'customer-17',
      },
    },
    {
      about: 'a network without tags: they may be null, empty or absent',
      status: 200,
      body: `{"currency":"BTC","address":"${BTC_ADDRESS}","destinationTag":null,"addressType":"Primary","clientTag":""}`,
      says: { currency: 'BTC', address: BTC_ADDRESS, addressType: 'Primary' },
    },
  ],
  unreadable: ['[]', '{"currency":"BTC"}', '{"address":1,"currency":"BTC","addressType":"Primary"}'],
  wrong: [
    { where: 'body', json: '{"currency":"XRP","networkCode":"XRP","addressType":"UniqueTag"}', field: 'clientTag' },
    { where: 'body', json: '{"currency":"XRP","networkCode":"XRP","addressType":"UniqueTag","clientTag":""}', field: 'clientTag' },
    { where: 'body', json: '{"currency":"BTC","networkCode":"BTC","addressType":"Primary","clientTag":"a"}', field: 'clientTag' },
    { where: 'body', json: '{"currency":"BTC","networkCode":"BTC","addressType":"primary"}', field: 'addressType' },
    { where: 'body', json: '{"currency":"","networkCode":"BTC","addressType":"Primary"}', field: 'currency' },
    { where: 'body', json: '{"currency":"BTC","addressType":"Primary"}', field: 'networkCode' },
  ],
};

export const listAddresses: WireMessages = {
  operation: 'depositAddresses.list',
  section: '000 Crypto deposit addresses, GET /v2; 000 Crypto deposit address, list item',
  requests: [
    { line: 'GET /v2/deposit-addresses/', parameters: {} },
    {
      line: 'GET /v2/deposit-addresses/',
      query: `address=${BTC_ADDRESS}&networkCode=BTC&clientTag=a%20b`,
      parameters: { address: BTC_ADDRESS, networkCode: 'BTC', clientTag: 'a b' },
    },
  ],
  replies: [
    {
      about: 'an array, with `type` where creating says `addressType`',
      status: 200,
      body: `[{"currency":"XRP","networkCode":"XRP","address":"${XRP_ADDRESS}","destinationTag":"1","type":"UniqueTag","clientTag":"c"},
        {"currency":"BTC","networkCode":"BTC","address":"${BTC_ADDRESS}","destinationTag":"","type":"Primary","clientTag":""}]`,
      says: [
        { currency: 'XRP', networkCode: 'XRP', address: XRP_ADDRESS, destinationTag: '1', type: 'UniqueTag', clientTag: 'c' },
        { currency: 'BTC', networkCode: 'BTC', address: BTC_ADDRESS, type: 'Primary' },
      ],
    },
    { about: 'an address of somebody else', status: 200, body: '[]', says: [] },
  ],
  unreadable: ['{}', '[{"currency":"BTC"}]'],
};

const OLD_REPLY = {
  about: 'a tag is called an additional address',
  status: 200,
  body: `{"currency":"XRP","address":"${XRP_ADDRESS}","additionalAddress":"1040027","additionalAddressType":"Tag"}`,
  says: { currency: 'XRP', address: XRP_ADDRESS, additionalAddress: '1040027', additionalAddressType: 'Tag' },
};

export const getOldAddress: WireMessages = {
  operation: 'depositAddressesV1.get',
  section: '000 Crypto deposit addresses, obsolete variants',
  requests: [{ line: 'GET /v1/deposit-address/XRP/XRP', parameters: { currency: 'XRP', network: 'XRP' } }],
  replies: [OLD_REPLY],
  unreadable: ['[]', '{"address":"x"}'],
};

export const createOldAddress: WireMessages = {
  operation: 'depositAddressesV1.create',
  section: '000 Crypto deposit addresses, obsolete variants',
  requests: [
    {
      line: 'POST /v1/deposit-addresses/',
      body: '{"currency":"XRP","networkCode":"XRP"}',
      parameters: { currency: 'XRP', networkCode: 'XRP' },
    },
  ],
  replies: [OLD_REPLY],
  unreadable: ['[]', '{"address":"x"}'],
  wrong: [{ where: 'body', json: '{"currency":"XRP"}', field: 'networkCode' }],
};

export const listOldAddresses: WireMessages = {
  operation: 'depositAddressesV1.list',
  section: '000 Crypto deposit addresses, obsolete variants',
  requests: [
    {
      line: 'GET /v1/deposit-addresses/',
      query: `address=${XRP_ADDRESS}&networkCode=XRP`,
      parameters: { address: XRP_ADDRESS, networkCode: 'XRP' },
    },
  ],
  replies: [
    {
      about: 'an array without the kind of the tag',
      status: 200,
      body: `[{"currency":"XRP","networkCode":"XRP","address":"${XRP_ADDRESS}","additionalAddress":"1040027"}]`,
      says: [{ currency: 'XRP', networkCode: 'XRP', address: XRP_ADDRESS, additionalAddress: '1040027' }],
    },
  ],
  unreadable: ['{}'],
};
