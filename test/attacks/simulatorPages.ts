import { SignJWT, UnsecuredJWT } from 'jose';
import { BEGINNING } from '../simulator/venueUnderTest.ts';
import type { Attack, Target } from './attack.ts';
import type { Guard } from './copies.ts';
import { answers, onSimulator, type SimulatorSite } from './simulatorSite.ts';

const VERIFIED: Guard = [
  'src/simulator/pageTokens.ts',
  '(await clock.track(jwtVerify(token, key, options))).payload',
  "JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())",
];
const ALGORITHM: Guard = ['src/simulator/pageTokens.ts', "algorithms: ['HS256'], ", ''];
const EXPIRY: Guard = ['src/simulator/pageTokens.ts', "currentDate: new Date(now), requiredClaims: ['exp']", 'currentDate: new Date(0)'];
const USER: Guard = ['src/simulator/hostedPage/bearerAuthenticator.ts', "claims?.['user_uuid'] === userUuid", 'claims !== undefined'];
const ESCAPED: Guard = ['src/base/html.ts', 'value.replaceAll(/[&<>"\']/g, (char) => `&#${char.charCodeAt(0)};`)', 'value'];
const WHOLE_AMOUNT: Guard = ['src/simulator/hostedPage/paymentPage.ts', '/^[1-9]\\d{0,14}$/.test(amount) && ', ''];
const ONCE: Guard = ['src/simulator/hostedPage/paymentCounter.ts', "if (payment.status !== 'NEW') return false;", ''];

const INIT = '/business-api/v1/intent/init';
const CUSTOMER = {
  id: 'customer-1',
  country: 'DE',
  email: 'ada@shop.test',
  full_phone_number: '+4915112345678',
  first_name: 'Ada',
  last_name: 'Lovelace',
  currency: 'EUR',
};
const REQUEST = { customer: CUSTOMER, notification_url: 'https://shop.test/notify' };
const EXP = BEGINNING / 1000 + 300;

function token(site: SimulatorSite, claims: object = {}, alg = 'HS256', key = site.simulator.hostedPage.secret): Promise<string> {
  return new SignJWT({ user_uuid: site.simulator.hostedPage.userUuid, exp: EXP, ...claims })
    .setProtectedHeader({ alg, typ: 'JWT' })
    .sign(new TextEncoder().encode(key));
}

/** Somebody else asks for a payment in the merchant's name. */
const asks = (what: string, made: (site: SimulatorSite) => Promise<string> | string, ...guards: Guard[]): Attack => [
  `a payment with ${what}`,
  onSimulator(async (site) => {
    const lines = [`authorization: Bearer ${await made(site)}`];
    return (await answers(site, { method: 'POST', target: INIT, lines, body: JSON.stringify(REQUEST) })) === 200;
  }),
  ...guards,
];

/** The page of a payment of this customer. */
async function pageOf(site: SimulatorSite, change: object = {}): Promise<string> {
  const { json } = await site.hosted(INIT, { ...REQUEST, customer: { ...CUSTOMER, ...change } });
  return (json as { redirect_url: string }).redirect_url;
}

const shows = (what: string, change: object, markup: string): Attack => [
  `a customer whose ${what} is markup`,
  onSimulator(async (site) => (await site.visit(await pageOf(site, change))).text.includes(markup)),
  ESCAPED,
];

const pays = (what: string, amount: string, ...guards: Guard[]): Attack => [
  what,
  onSimulator(async (site) => (await site.visit(await pageOf(site), { decision: 'pay', amount })).status === 200),
  ...guards,
];

const ATTACKS: readonly Attack[] = [
  asks(
    'a token that nobody has signed',
    ({ simulator }) => `${new UnsecuredJWT({ user_uuid: simulator.hostedPage.userUuid, exp: EXP }).encode()}x`,
    VERIFIED,
  ),
  asks('a token of another secret', (site) => token(site, {}, 'HS256', 'x'.repeat(64)), VERIFIED),
  asks(
    'a token whose user was changed after it was signed',
    async (site) => {
      const [head, , sign] = (await token(site, { user_uuid: 'somebody' })).split('.');
      const claims = Buffer.from(JSON.stringify({ user_uuid: site.simulator.hostedPage.userUuid, exp: EXP })).toString('base64url');
      return `${head}.${claims}.${sign}`;
    },
    VERIFIED,
  ),
  asks('a token of another algorithm', (site) => token(site, {}, 'HS512'), ALGORITHM),
  asks('a token of yesterday', (site) => token(site, { exp: EXP - 86_400 }), EXPIRY),
  asks('a token without an end', (site) => token(site, { exp: undefined }), EXPIRY),
  asks('a token of another user', (site) => token(site, { user_uuid: '0f8fad5b-d9cb-469f-a165-70867728950e' }), USER),
  shows('first name', { first_name: '<script>alert(1)</script>' }, '<script>'),
  shows('last name', { last_name: '<img src=x onerror=alert(1)>' }, '<img'),
  [
    'a link whose query ends the attribute in which the page repeats it',
    onSimulator(async (site) =>
      (
        await site.ask({
          target: `${new URL(await pageOf(site)).pathname}${new URL(await pageOf(site)).search}&x="><script>`.replaceAll('"', "'"),
        })
      ).includes("'><script>"),
    ),
    ESCAPED,
  ],
  [
    'the page of a payment opened with a token that nobody has signed',
    onSimulator(async (site) => {
      const url = new URL(await pageOf(site));
      const [head, , sign] = url.searchParams.get('jwt')!.split('.');
      const claims = JSON.parse(Buffer.from(url.searchParams.get('jwt')!.split('.')[1]!, 'base64url').toString()) as object;
      const forged = Buffer.from(JSON.stringify({ ...claims, exp: EXP * 2 })).toString('base64url');
      url.searchParams.set('jwt', `${head}.${forged}.${sign}`);
      return (await site.visit(url.href)).status === 200;
    }),
    VERIFIED,
  ],
  pays('a payment of less than nothing', '-5', WHOLE_AMOUNT),
  pays('a payment of nothing', '0', WHOLE_AMOUNT),
  pays('a payment whose amount is written in another base', '0x7fffffff', WHOLE_AMOUNT),
  [
    'a payment that is paid twice',
    onSimulator(async (site) => {
      const page = await pageOf(site);
      await site.visit(page, { decision: 'pay', amount: '1000' });
      return (await site.visit(page, { decision: 'pay', amount: '2000' })).status === 200;
    }),
    ONCE,
  ],
];

export const SIMULATOR_PAGES: Target = { name: 'pages of the simulator', attacks: ATTACKS };
