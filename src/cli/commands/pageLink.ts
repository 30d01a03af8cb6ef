import { command, option, requiredOption } from '../command.ts';
import { callbackValue, countryValue, fiatValue, languageValue } from '../paymentValues.ts';
import { oneOf, textValue } from '../values.ts';

export const pageLink = command({
  name: 'page link',
  about: 'Begin a payment on the hosted page: the answer is the address to which the customer is sent (002)',
  options: {
    customer: requiredOption('--customer <id>', 'your own id of the customer', textValue),
    country: requiredOption('--country <code>', 'of the customer, like DE', countryValue),
    email: requiredOption('--email <address>', 'of the customer', textValue),
    phone: requiredOption('--phone <number>', 'with its country code, like +4915112345678', textValue),
    firstName: requiredOption('--first-name <name>', 'of the customer', textValue),
    lastName: requiredOption('--last-name <name>', 'of the customer', textValue),
    currency: requiredOption('--currency <currency>', "of the customer's trading account", fiatValue),
    notifyUrl: requiredOption('--notify-url <url>', 'where notifications are posted to', callbackValue),
    order: option('--order <id>', 'your own id of the payment; made here when it is left out', textValue),
    lang: option('--lang <language>', 'of the page: two letters', languageValue),
    source: option('--source <source>', 'where the page is asked for', oneOf('WEB', 'MOBILE_APP', 'MOBILE_WEB')),
    gtm: option('--gtm <id>', 'identifier of a tag manager', textValue),
    variable1: option('--variable1 <text>', 'comes back in notifications', textValue),
    variable2: option('--variable2 <text>', 'comes back in notifications', textValue),
    variable3: option('--variable3 <text>', 'comes back in notifications', textValue),
    address: option('--address <text>', 'street and number', textValue),
    city: option('--city <city>', 'of the customer', textValue),
    postalCode: option('--postal-code <code>', 'of the customer', textValue),
    depositor: option('--depositor <answer>', 'whether the customer has paid before', oneOf('yes', 'no')),
    affiliate: option('--affiliate <name>', 'who sent the customer', textValue),
    balance: option('--balance <units>', "the customer's balance in minor units", textValue),
    department: option('--department <path>', 'the department or team of the payment', textValue),
    tradingAccount: option('--trading-account <id>', "the customer's trading account", textValue),
    taxId: option('--tax-id <number>', "the customer's tax number, in --tax-country", textValue),
    taxCountry: option('--tax-country <code>', 'the country of --tax-id; that of the customer when it is left out', countryValue),
  },
  dryRun: true,
  examples: [
    'page link --customer customer-1 --country DE --email ada@shop.example --phone +4915112345678 --first-name Ada --last-name Lovelace --currency EUR --notify-url https://shop.example/notify --order order-1 --yes',
  ],
  async run({ options }, shell) {
    const { startHostedPayment } = await import('../startHostedPayment.ts');
    await startHostedPayment(shell, options);
  },
});
