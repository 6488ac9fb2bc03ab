import t from 'tap';
import { cell } from '../../src/console/model/csv.js';

const starts = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
const before = [
  '',
  ' ',
  '\u00a0',
  '\ufeff',
  '\u200b',
  '\t',
  '\r',
  '\n',
  ',',
  ';',
  '|',
  '"',
  "'",
  '; ',
  ',"',
  '\0',
];

/** The cells that a spreadsheet could make of a line, whatever it takes for separators, quotes and space. */
const splitCells = (line: string) =>
  [/[,;|\t\r\n"]/, /;/, /,/, /\t/, /\|/].flatMap((separator) =>
    line.split(separator).map((one) => one.replace(/^[\s\p{Cc}\p{Cf}"]+/u, '')),
  );

t.test('no part of a cell is a formula, whatever a spreadsheet takes for a separator', async (t) => {
  for (const start of starts) {
    for (const lead of before) {
      for (const text of [
        `${lead}${start}1+1`,
        `a${lead || ' '}${start}1+1`,
        `["a","b${lead || ';'}${start}1"]`,
      ]) {
        const formulas = splitCells(cell(text)).filter((one) =>
          starts.some((other) => one.startsWith(other)),
        );
        t.strictSame(formulas, [], JSON.stringify(text));
      }
    }
  }
  for (const start of ['\t', '\r', '\n']) t.match(cell(`${start}1`), /^"'/, 'a control character');
});

t.test('other texts stay, in quotes if need be', async (t) => {
  for (const text of ['orders - cleaned', 'a\u00a0=b', 'two  @ 3'])
    t.equal(cell(text), `"${text}"`, 'white space inside a cell begins none');
  t.equal(cell('a; =x'), '"a; \'=x"');
  for (const text of ['a=1', 'urn:li:tag:a-b', '2026-01-01T00:00:00.000Z', 'x+y@z', ''])
    t.equal(cell(text), text);
  t.equal(cell('a "b", c'), '"a ""b"", c"');
  t.equal(cell('a;b'), '"a;b"', 'other settings have other separators');
  t.equal(cell(-1), '-1', 'a number stays one');
});
