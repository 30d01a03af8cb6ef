import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFault } from '../../../src/base/fault.ts';
import { assertBatch, MOST_BATCH_ROWS } from '../../../src/treasury/batches/readBatch.ts';
import { problemText } from '../../../src/treasury/batches/batchProblem.ts';
import { ADDRESS, read, RIPPLE, thrownBy } from './builders.ts';

const HEAD = 'to,amount,reference';
const problemsOf = (text: string): string[] => read(text).problems.map(problemText);

describe('readBatch', () => {
  it('reads payments by the names of the address book and by addresses, with references and notes', () => {
    const file = read(
      `to,currency,network,address,tag,amount,reference,note\r\nACME GmbH,,,,,0.015,INV-1,"Thanks, Ann"\r\n,xrp,xrp,${RIPPLE},77,12.50,,\r\n`,
    );
    expect(file.problems).toEqual([]);
    expect(file.rows.map((row) => ({ ...row, amount: row.amount!.toFixed() }))).toEqual([
      expect.objectContaining({
        line: 2,
        to: 'ACME GmbH',
        destination: { currency: 'BTC', network: 'BTC', address: ADDRESS, tag: undefined },
        amount: '0.015',
        reference: 'INV-1',
        note: 'Thanks, Ann',
      }),
      expect.objectContaining({ line: 3, to: 'Ripple Ltd', amount: '12.5', reference: undefined, note: undefined }),
    ]);
  });

  it.each([
    ['a byte order mark', `\ufeff${HEAD}\nACME GmbH,1,a`, ','],
    ['semicolons', `to;amount;reference\nACME GmbH;1;a`, ';'],
    ['tabs', `to\tamount\treference\nACME GmbH\t1\ta`, '\t'],
    ['empty lines', `\r\n${HEAD}\r\n\r\nACME GmbH,1,a\r\n,,\r\n`, ','],
    ['other names of the columns', 'Recipient;Quantity;Reference ID\nACME GmbH;1;a', ';'],
    ['names of the document', `currency,networkCode,destinationAddress,amount,referenceId,comment\nBTC,BTC,${ADDRESS},1,a,b`, ','],
    ['a column that is left out', `#salary,${HEAD}\nx,ACME GmbH,1,a`, ','],
    ['quoted cells and blanks around them', `"to","amount","reference"\n" ACME GmbH ","1"," a "`, ','],
  ])('takes %s', (_name, text, separator) => {
    const file = read(text);
    expect(file).toMatchObject({ separator, problems: [] });
    expect(file.rows.map(({ to, amount, reference }) => [to, amount!.toFixed(), reference])).toEqual([['ACME GmbH', '1', 'a']]);
  });

  it.each([
    ['12,50', '"12,50" has a decimal comma: write 12.50'],
    ['1,234', '"1,234" has a comma: write 1.234 or 1234, whichever is meant'],
    ['1.234,56', 'has separators of thousands'],
    ["1'234.56", 'has separators of thousands'],
    ['1 234', 'has separators of thousands'],
    ['1.2E-5', 'has an exponent'],
    ['-5', 'must be greater than 0'],
    ['0.00', 'must be greater than 0'],
    ['€5', 'must be a number alone'],
    ['5 BTC', 'must be a number alone'],
    ['+5', 'must be a number alone'],
    ['0x10', 'must be a number alone'],
    ['1.0000000000000000001', 'has more than 18 decimals'],
    ['.', 'must be a number, like'],
    ['', 'is missing'],
  ])('refuses the amount %j', (text, message) => {
    const [problem, ...more] = problemsOf(`to;amount\nACME GmbH;${text}`);
    expect(problem).toContain('line 2, column "amount": ');
    expect(problem).toContain(message);
    expect(more).toEqual([]);
  });

  it('names everything at once, by line and column', () => {
    const text = ['payee,ccy,net,wallet,amount,reference,date of birth', 'ACME GmbH,ETH,,,1,a,'].join('\n');
    expect(problemsOf(text)).toEqual([expect.stringContaining('line 1, column "net": is not a known column')]);
    const rows = [
      'payee,ccy,network,wallet,tag,amount,reference,date of birth',
      'ACME GmbH,ETH,,,,1,a,',
      'Acme GmbH,,,,,"1,5",a,',
      `,BTC,BTC,${ADDRESS.replace('w508', 'w509')},,1,b,`,
      `,XRP,XRP,${RIPPLE},seven,1,b,24.12.1990`,
      `,BTC,XYZ,${ADDRESS},,1,c,`,
      ',,,,,,,',
      'ACME GmbH,,,,,1,d,,surplus',
      'ACME GmbH,,,,,1,\u202ee,',
      'ACME GmbH,,,,,1,x,',
      'ACME GmbH,,,,,2,x,',
    ].join('\n');
    expect(problemsOf(rows)).toEqual([
      'line 2, column "ccy": "ETH" differs from the entry "ACME GmbH" of the address book, which has BTC',
      'line 3, column "payee": "Acme GmbH" is no name of the address book: did you mean "ACME GmbH"?',
      'line 3, column "amount": "1,5" has a decimal comma: write 1.5',
      'line 3, column "reference": "a" stands in line 2 too: each payment has a reference of its own',
      expect.stringMatching(/^line 4, column "wallet": "bc1qw509\S+ is not an address of network BTC/),
      'line 5, column "tag": "seven" must be a whole number below 4294967296',
      expect.stringContaining('line 5, column "first_name": is missing: a beneficiary has all four columns'),
      expect.stringContaining('line 5, column "last_name": is missing'),
      expect.stringContaining('line 5, column "country_of_birth": is missing'),
      expect.stringContaining('line 5, column "date of birth": "24.12.1990" must be a date as YYYY-MM-DD'),
      'line 5, column "reference": "b" stands in line 4 too: each payment has a reference of its own',
      'line 6, column "network": "XYZ" is not known, so that its addresses can\'t be checked',
      expect.stringContaining('line 8: the line has 1 cell more than the heading'),
      expect.stringContaining(
        'line 9, column "reference": "\u202ee" has a character that is not seen or breaks the line (U+202E) as its number 1',
      ),
      'line 11, column "reference": "x" stands in line 10 too: each payment has a reference of its own',
    ]);
  });

  it('refuses a file that was cut off, wherever that was', () => {
    const head = 'to,tag,amount,currency,reference';
    const whole = `${head}\nACME GmbH,,0.0011,BTC,r1\nACME GmbH,,0.15,BTC,r2`;
    expect(problemsOf(whole)).toEqual([]);
    const lastLine = whole.lastIndexOf('\n') + 1;
    for (let end = lastLine + 1; end < whole.lastIndexOf(','); end++) {
      expect([whole.slice(lastLine, end), problemsOf(whole.slice(0, end))]).toEqual([
        expect.any(String),
        expect.arrayContaining([expect.stringContaining('fewer than the heading')]),
      ]);
    }
    expect(problemsOf('to,amount,currency\nACME GmbH,0.0011')).toEqual([
      'line 2: the line has 1 cell fewer than the heading, as if it had been cut off: write the separators of empty cells, too',
    ]);
    expect(problemsOf('to,amount,,\nACME GmbH,0.0011\n')).toEqual([]);
  });

  it('takes empty cells where a spreadsheet has left out the separators at the end of a line', () => {
    const { rows, problems } = read('to,tag,amount,reference,note\nACME GmbH,,1,a,first\nACME GmbH,,2,b\nACME GmbH,,3\n');
    expect(problems).toEqual([]);
    expect(rows.map(({ reference, note }) => [reference, note])).toEqual([
      ['a', 'first'],
      ['b', undefined],
      [undefined, undefined],
    ]);
  });

  it.each([
    ['to,amount,tag', 'ACME GmbH,1', 'tag'],
    ['to,note,Quantity', 'ACME GmbH,for the roof', 'Quantity'],
  ])('takes no line of %s that ends before a cell of which nothing may be lost', (head, line, column) => {
    expect(problemsOf(`${head}\n${line}\nACME GmbH,1,1\n`)[0]).toBe(
      `line 2: the line has 1 cell fewer than the heading, and its ${column} is missing: write the separators of empty cells, too`,
    );
  });

  it('names ways out for a spreadsheet that ends no line, and they work', () => {
    expect(problemsOf('to,amount\nACME GmbH,1\nACME GmbH,2')).toEqual([
      expect.stringContaining('move that column from the end, or add a column #end with a cell in each row, or type `echo >> FILE`'),
    ]);
    expect(problemsOf('amount,to\n1,ACME GmbH\n2,ACME GmbH')).toEqual([]);
    expect(problemsOf('to,amount,#end\nACME GmbH,1,x\nACME GmbH,2,x')).toEqual([]);
    expect(problemsOf('to,amount\nACME GmbH,1\nACME GmbH,2\n')).toEqual([]);
  });

  it.each([
    ['to,amount', 'ACME GmbH,0.1', 'amount'],
    ['to,currency,Quantity', 'ACME GmbH,BTC,0.1', 'Quantity'],
    ['currency,network,address,amount,memo', `XRP,XRP,${RIPPLE},1,77`, 'memo'],
  ])('takes no last cell under %s for whole that may be a part of one', (head, line, column) => {
    expect(problemsOf(`${head}\n${line}`)).toEqual([
      expect.stringMatching(new RegExp(`^line 2, column "${column}": "[\\d.]+" is the end of the file, which may have been cut off`)),
    ]);
    expect(problemsOf(`${head}\r\n${line}\r\n`)).toEqual([]);
    expect(problemsOf(`${head}\n${line.replace(/[\d.]+$/, '"$&"')}`)).toEqual([]);
  });

  it('names a reference that stands twice where the other line has another fault', () => {
    expect(problemsOf(`${HEAD}\nACME GmbH,"1,5",x\nACME GmbH,2,x`)).toEqual([
      'line 2, column "amount": "1,5" has a decimal comma: write 1.5',
      'line 3, column "reference": "x" stands in line 2 too: each payment has a reference of its own',
    ]);
  });

  it('names faults of the form of the file beside those of its cells', () => {
    expect(problemsOf(`${HEAD}\nACME "Best",1,a\nACME GmbH,x,b`)).toEqual([
      expect.stringContaining('line 2: has a quotation mark inside a cell'),
      expect.stringContaining('line 2, column "to": "ACME \\"Best\\"" is no name'),
      expect.stringContaining('line 3, column "amount": "x"'),
    ]);
  });

  it.each([
    ['', 'the file is empty'],
    [HEAD, 'the file has no payments'],
    ['to,reference\nACME GmbH,a', 'the heading has no column amount'],
    ['amount\n1', 'the heading has no column to (a name of the address book)'],
    ['to,recipient,amount\na,b,1', 'is the column to a second time, after "to"'],
    ['to,amout\nACME GmbH,1', 'is not a known column: did you mean amount?'],
    [`to,amount,${'x,'.repeat(5000)}\nACME GmbH,1`, 'the heading has 5003 columns, at most 200 are read'],
    [`${HEAD}\n${'ACME GmbH,1,\n'.repeat(MOST_BATCH_ROWS + 1)}`, `has ${MOST_BATCH_ROWS + 1} payments, at most ${MOST_BATCH_ROWS}`],
    [`${HEAD}\nACME GmbH,1,${'r'.repeat(101)}`, 'has 101 characters, at most 100'],
    [`to,amount,note\nACME GmbH,1,${'n'.repeat(1025)}`, 'has 1025 characters, at most 1024'],
    [`${HEAD}\nACME GmbH,1,1.23457E+12`, 'the spreadsheet has rounded the number'],
  ])('refuses the file %#: %s', (text, message) => {
    expect(problemsOf(text).join('\n')).toContain(message);
  });

  it.each([
    [new Uint8Array([0xff, 0xfe, 0x61, 0]), 'it is UTF-16'],
    [new Uint8Array([0x50, 0x4b, 3, 4]), 'it is a workbook'],
    [new Uint8Array([0x47, 0xfc, 0x6e]), 'it is not UTF-8'],
    [new Uint8Array(8 * 1024 * 1024 + 1), 'at most 8388608 are read'],
  ])('refuses bytes that are no text, %#, and says what to do', (bytes, message) => {
    const error = thrownBy(() => read(bytes));
    expect(isFault(error, 'invalid-request') && error.message).toContain(message);
    expect(isFault(error) && error.suggestion).toMatch(/CSV UTF-8|several batches/);
  });

  it('reads the fiat mode, and refuses mixed denominations and currencies', () => {
    const head = 'to,amount,fiat_amount,fiat_currency';
    const file = read(`${head}\nACME GmbH,,250.5,eur\nRipple Ltd,,10,EUR`);
    expect(file).toMatchObject({ problems: [], fiatCurrency: 'EUR' });
    expect(file.rows.map(({ fiat, amount }) => [fiat!.amount.toFixed(), fiat!.currency, amount])).toEqual([
      ['250.5', 'EUR', undefined],
      ['10', 'EUR', undefined],
    ]);
    const mixed = [
      'ACME GmbH,,1,EUR',
      'ACME GmbH,1,,',
      'ACME GmbH,,1,USD',
      'ACME GmbH,1,1,EUR',
      'ACME GmbH,,1,',
      'ACME GmbH,,,EUR',
      'ACME GmbH,,1.005,EUR',
    ];
    expect(problemsOf([head, ...mixed].join('\n'))).toEqual([
      'line 3, column "amount": differs from line 2, which is in EUR: a batch has one denomination',
      'line 4, column "fiat_currency": "USD" differs from line 2, which is in EUR: a batch has one denomination',
      'line 5, column "amount": "1" stands beside a fiat amount or currency: a row has one denomination',
      'line 6, column "fiat_currency": is missing beside a fiat amount',
      'line 7, column "fiat_amount": is missing beside a fiat currency',
      'line 8, column "fiat_amount": "1.005" has more than 2 decimals',
    ]);
    expect(problemsOf(`${head}\nACME GmbH,1,,\nACME GmbH,,1,EUR`)).toEqual([
      expect.stringContaining('line 3, column "fiat_amount": "EUR" differs from line 2'),
    ]);
  });

  it('reads the beneficiary', () => {
    const head = 'to,amount,first_name,Last Name,country of birth,date_of_birth';
    const [row] = read(`${head}\nACME GmbH,1,Ada,Byron,gb,1990-12-24`).rows;
    expect(row!.beneficiary).toEqual({ firstName: 'Ada', lastName: 'Byron', countryOfBirthCode: 'GB', dateOfBirth: '1990-12-24' });
    expect(problemsOf(`${head}\nACME GmbH,1,Ada,Byron,GBR,1990-02-30\nACME GmbH,1,Ada,Byron,GB,2030-01-01`)).toEqual([
      expect.stringContaining('"GBR" must be a country code of two letters'),
      expect.stringContaining('"1990-02-30" must be a date'),
      expect.stringContaining('"2030-01-01" has not been yet'),
    ]);
  });

  it('throws everything as one fault where a command needs the rows', () => {
    expect(() => assertBatch(read(`${HEAD}\nACME GmbH,1,a`))).not.toThrow();
    expect(() => assertBatch(read(`${HEAD}\nACME GmbH,x,a\nnobody,1,b`))).toThrow(
      /has 2 problems, and nothing was sent:\nline 2.*\nline 3/s,
    );
  });

  it('tells a person the first twenty problems and how many more there are, and a program all of them', () => {
    const rows = Array.from({ length: 450 }, (_, place) => `ACME GmbH,x,r-${place}`);
    const thrown = thrownBy(() => assertBatch(read(`${HEAD}\n${rows.join('\n')}`)));
    expect(isFault(thrown) && thrown.problems).toHaveLength(450);
    const [heading, ...lines] = (thrown as Error).message.split('\n');
    expect(heading).toContain('has 450 problems');
    expect(lines).toHaveLength(21);
    expect(lines[19]).toContain('line 21, ');
    expect(lines[20]).toBe('and 430 more; -o json shows all');
  });

  it('gives rows or problems for any bytes at all', () => {
    const piece = fc.constantFrom(
      'to',
      'amount',
      'address',
      ',',
      ';',
      '"',
      '\n',
      '\r\n',
      'ACME GmbH',
      '1',
      '1,5',
      '\ufeff',
      '\u0000',
      ' ',
      ADDRESS,
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const { rows, problems } = read(pieces.join(''));
        expect(rows.length + problems.length).toBeGreaterThan(0);
        for (const row of rows) expect(row.amount!.gt(0) && row.destination.address !== '').toBe(true);
      }),
      { numRuns: 500 },
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const error = thrownBy(() => read(bytes));
        expect(error === undefined || isFault(error, 'invalid-request')).toBe(true);
      }),
    );
  });
});
