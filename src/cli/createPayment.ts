import { Fault } from '../base/fault.ts';
import { withReferences } from '../treasury/references.ts';
import { type Ask, given, type Texts } from '../treasury/payments/ask.ts';
import { askInterface } from './askInterface.ts';
import { note, type Shell } from './shell.ts';
import { transferId } from './transferId.ts';

/** What a customer is asked for. */
interface Asked {
  readonly amount: string;
  readonly to: string;
  readonly order: string | undefined;
  readonly account: string | undefined;
  readonly callbackUrl: string | undefined;
}

interface CoinTerms extends Asked {
  readonly from: string;
  readonly network: string | undefined;
}

/** What the customer would have to pay now. It binds nobody. */
export function estimatePayment(shell: Shell, { amount, to, from, network }: CoinTerms) {
  return askInterface(shell, 'processing', async ({ ask }) => {
    await assertCoin(ask, from, network);
    return ask('paymentIntents.estimate', { currencyFrom: from, amountTo: amount, currencyTo: to });
  });
}

/** Asks for a payment in a coin. */
export function createPayment(shell: Shell, terms: CoinTerms) {
  const { amount, to, from, network } = terms;
  return askInterface(shell, 'processing', async ({ ask, agree }) => {
    await assertCoin(ask, from, network);
    await agree(`ask for a payment of ${amount} ${to} in ${from}${network === undefined ? '' : ` on ${network}`}?`);
    const asked = { currencyFrom: from, currencyTo: to, amountTo: amount, networkCode: network, ...sharedTexts(terms) };
    return ask('paymentIntents.create', referenced(shell, 'paymentIntents.create', given(asked)));
  });
}

/** Asks for a payment by a page on which the customer picks the coin. In a dry run nothing is asked. */
export async function createPaymentPage(shell: Shell, terms: Asked & { readonly lang: string | undefined }) {
  const { amount, to, order, lang } = terms;
  if (shell.options.dryRun) return { outcome: 'dry-run', id: undefined, order, url: undefined };
  return askInterface(shell, 'processing', async ({ ask, agree }) => {
    await agree(`make a page for a payment of ${amount} ${to}?`);
    const asked = given({ currency: to, amount, languageIso2: lang, ...sharedTexts(terms) });
    const texts = referenced(shell, 'paymentIntents.createPage', asked);
    const { url } = await ask('paymentIntents.createPage', texts);
    const id = URL.canParse(url) ? (new URL(url).searchParams.get('paymentIntentId') ?? undefined) : undefined;
    return { outcome: 'created', id, order: texts['customOrderId'], url };
  });
}

function sharedTexts({ order, account, callbackUrl }: Asked) {
  return { customOrderId: order, accountId: account, callbackUrl };
}

/** With a reference by which the request is found again when its answer is lost, as `sluice api` makes one. */
function referenced(shell: Shell, operation: string, texts: Texts): Texts {
  const { texts: whole, made } = withReferences(`processing.${operation}`, texts, transferId());
  if (made.length > 0) note(shell, `made here, to find it again by: ${made.join(', ')}`);
  return whole;
}

/** Throws a `Fault` before anything is sent when the venue's list does not have the coin, or not on that network. */
async function assertCoin(ask: Ask<'processing'>, coin: string, network: string | undefined): Promise<void> {
  const listed = (await ask('coins.list', {})).flatMap(({ coins }) => coins);
  const networks = listed.filter((one) => one.coin.toUpperCase() === coin).flatMap(({ coinNetworks }) => coinNetworks);
  if (networks.length === 0) throw notListed('--from', coin, new Set(listed.map((one) => one.coin)));
  const codes = new Set(networks.map(({ networkCode }) => networkCode));
  if (network !== undefined && !codes.has(network)) throw notListed('--network', network, codes);
}

function notListed(option: string, value: string, known: ReadonlySet<string>): Fault {
  return new Fault('usage', `${option} ${value}: expected one of ${[...known].toSorted().join(', ')}`, {
    outcome: 'not-sent',
    suggestion: '`sluice pay currencies` lists coins and networks',
  });
}
