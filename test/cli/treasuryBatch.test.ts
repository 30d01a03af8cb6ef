import { expect, test } from 'vitest';
import { run } from './testIo.ts';

test('treasury batch template prints a file to fill in', async () => {
  expect(await run(['treasury', 'batch', 'template'])).toMatchObject({
    code: 0,
    stderr: '',
    stdout:
      'to,currency,network,address,tag,amount,reference,note\r\nNAME OF THE ADDRESS BOOK,BTC,BTC,,,0.015,INV-2026-117,Invoice 117\r\n',
  });
  const { stdout } = await run(['treasury', 'batch', 'template', '--fiat', '--beneficiary']);
  expect(stdout.split('\r\n')[0]).toBe(
    'to,currency,network,address,tag,fiat_amount,fiat_currency,reference,note,first_name,last_name,country_of_birth,date_of_birth',
  );
});
