import { expect, test } from 'vitest';
import { lostTransferOf, lostTransferText } from '../../../src/treasury/moves/lostTransferText.ts';

const AT = Date.UTC(2026, 10, 28);

test('the transfer is found again in what is said of it, whatever is known of its answer', () => {
  for (const evidence of [undefined, 'HTTP 502', 'nobody knows what came of transfer X']) {
    expect(lostTransferOf(lostTransferText({ id: '01M8GVSN4C', createdAt: AT, evidence }))).toBe('01M8GVSN4C');
  }
  expect(lostTransferText({ id: '01M8GVSN4C', createdAt: AT, evidence: undefined })).toBe(
    'nobody knows what came of transfer 01M8GVSN4C of 2026-11-28T00:00:00.000Z: its answer was lost',
  );
});

test('another text is about none', () => {
  for (const text of [null, '', 'the venue refused: nobody knows what came of transfer X']) expect(lostTransferOf(text)).toBeUndefined();
});
